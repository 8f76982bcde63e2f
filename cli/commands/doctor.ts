import { Command } from 'commander';
import type { Step } from '../../conformance/doctor/step.js';
import { counted } from '../../reporters/numbers.js';
import { terminalText } from '../../reporters/terminal-text.js';
import { loadConfig } from '../config/load.js';
import { addOptions, chosen, type Flags, keysOf } from '../flags.js';
import type { Io } from '../io.js';
import { givenTarget } from '../target-settings.js';
import { wrappedHelp } from '../wrapped-help.js';

const PROBLEMS = 1;
/** The longest text of a line, in characters. */
const LONGEST = 600;

const NOT_USED: readonly string[] = ['reference', 'wireForm', 'waitMs'];
const KEYS = [...keysOf('Target:', 'Network:').filter((key) => !NOT_USED.includes(key)), 'rps', 'timeoutMs'] as const;
const WORDING = {
  fixtures: { help: 'a sample id: subscriptionId=ID for the area of subscriptions' },
  insecure: { help: 'do not verify the certificate of the target' },
  timeoutMs: { help: 'how long each step may take, such as 30s or 500 (milliseconds)', defaultText: '10s' },
};

const HELP = `
It sends at most 15 requests, all of them GET, and prints one line for each step, with what to do about a warning or a
problem. A step that an earlier problem makes impossible is skipped.

Exit codes: 0 no problems, 1 problems, 2 invalid usage or config.`;

/** `touchstone doctor`: prints what is wrong between here and a target, from DNS to one read for each area. */
export function doctorCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('doctor').description(
    'Find out why a target cannot be checked: DNS, TLS, proxy, credential, clock, rate limit',
  );
  return addOptions(command, KEYS, WORDING)
    .addHelpText('after', () => wrappedHelp(HELP, io))
    .action(async (flags: Flags) => {
      const loaded = await loadConfig(io.cwd, flags);
      const target = givenTarget(flags, loaded, io);
      // The time limit of a run in the config file is not meant for a diagnosis.
      const limits = { ...chosen(['rps'], flags, loaded.config), ...chosen(['timeoutMs'], flags, {}) };
      const found = { problem: 0, warning: 0, ok: 0, skipped: 0 };
      for await (const step of await io.services.diagnose(target, limits)) {
        found[step.state] += 1;
        io.stdout.write(linesOf(step));
      }
      io.stdout.write(`\n${counted(found.problem, 'problem')}, ${counted(found.warning, 'warning')}\n`);
      done(found.problem > 0 ? PROBLEMS : 0);
    });
}

/** One line for a step, and one for what to do about it. */
function linesOf({ state, name, text, hint }: Step): string {
  const line = `${state.padEnd(9)}${name.padEnd(15)}${terminalText(text, LONGEST)}\n`;
  return hint === undefined ? line : `${line}${' '.repeat(24)}${terminalText(hint, LONGEST)}\n`;
}
