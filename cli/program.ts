import { Command, CommanderError } from 'commander';
import { VERSION } from '../conformance/version.js';
import { commandLineError } from './command-line-error.js';
import { baselineCommand } from './commands/baseline.js';
import { checkCommand } from './commands/check.js';
import { compareCommand } from './commands/compare.js';
import { completeCommand, completionCommand } from './commands/completion.js';
import { doctorCommand } from './commands/doctor.js';
import { explainCommand } from './commands/explain.js';
import { exportCommand } from './commands/export.js';
import { historyCommand } from './commands/history.js';
import { initCommand } from './commands/init.js';
import { listCommand } from './commands/list.js';
import { matrixCommand } from './commands/matrix.js';
import { mergeCommand } from './commands/merge.js';
import { powerCommand } from './commands/power.js';
import { proveCommand } from './commands/prove.js';
import { replayCommand } from './commands/replay.js';
import { reportCommand } from './commands/report.js';
import { serveCommand } from './commands/serve.js';
import { signCommand } from './commands/sign.js';
import { soakCommand } from './commands/soak.js';
import { surveyCommand } from './commands/survey.js';
import { undoCommand } from './commands/undo.js';
import { verifyCommand } from './commands/verify.js';
import { watchCommand } from './commands/watch.js';
import { reportError } from './errors.js';
import { type Io, widthOf } from './io.js';
import { wrappedHelp } from './wrapped-help.js';

const DESCRIPTION = `Check an implementation against the interface document.

The default command is "check". Without options and without a config file, it checks the embedded reference implementation.`;
const EXIT_CODES = `
Exit codes: 0 conforms, 1 does not conform, 2 invalid usage or config, 3 incomplete or inconclusive, 130 interrupted.`;

/** The command line; `done` receives the exit code of the command. */
function program(io: Io, done: (code: number) => void): Command {
  const root = commandsOf(io, done);
  const makeProgram = (own: Io) => commandsOf(own, () => undefined);
  for (const make of [completionCommand, completeCommand]) {
    const command = make(io, done, makeProgram);
    command.copyInheritedSettings(root);
    root.addCommand(command, { hidden: make === completeCommand });
  }
  return root;
}

/** The program without the commands for completions, which complete the others. */
function commandsOf(io: Io, done: (code: number) => void): Command {
  const root = new Command('touchstone')
    .description(DESCRIPTION)
    .version(VERSION)
    .addHelpText('after', () => wrappedHelp(EXIT_CODES, io))
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      // Errors are reported where they are caught, without option values, which may be secrets.
      outputError: () => {},
      getOutHelpWidth: () => widthOf(io.stdout),
      getErrHelpWidth: () => widthOf(io.stderr),
    });
  const commands = [
    checkCommand,
    doctorCommand,
    initCommand,
    undoCommand,
    surveyCommand,
    replayCommand,
    powerCommand,
    reportCommand,
    baselineCommand,
    compareCommand,
    mergeCommand,
    historyCommand,
    watchCommand,
    soakCommand,
    matrixCommand,
    verifyCommand,
    signCommand,
    serveCommand,
    listCommand,
    explainCommand,
    proveCommand,
    exportCommand,
  ].map((make) => make(io, done));
  for (const command of commands) {
    command.copyInheritedSettings(root);
    root.addCommand(command, { isDefault: command.name() === 'check' });
  }
  return root;
}

/**
 * Runs the command line and returns its exit code. It never throws: each error is printed on stderr as one line that
 * says what failed and one line that says what to do.
 */
export async function run(io: Io): Promise<number> {
  let code = 0;
  const root = program(io, (result) => {
    code = result;
  });
  try {
    await root.parseAsync(io.argv, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportError(error, io);
    if (error.exitCode === 0) return 0;
    return reportError(commandLineError(error, root, io.argv), io);
  }
}
