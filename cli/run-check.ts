import type { Progress, TargetOptions } from '../engine/target/options.js';
import { terminalText } from '../reporters/terminal-text.js';
import type { RunReport } from '../schemas/generated/touchstone.js';
import { type CheckLines, checkLine } from './check-lines.js';
import { inWords } from './dry-run.js';
import { interruptible } from './interrupt.js';
import type { Io } from './io.js';
import { nodeWarning } from './node-warning.js';
import { progressView } from './progress.js';
import type { Settings } from './settings.js';

type Note = (text: string) => void;

/** Runs `use` on the configured target, or on an embedded reference in this process. */
export async function withTarget<Result>(
  { target, wireForm }: Settings,
  io: Io,
  note: Note,
  use: (target: TargetOptions) => Promise<Result>,
): Promise<Result> {
  if (target !== null) return use(target);
  const reference = await io.services.createReference({ wireForm });
  try {
    const { url } = await reference.listen({ host: '127.0.0.1', port: 0 });
    note(`checking the embedded reference implementation at ${url}; give --base-url to check another target`);
    return await use({ baseUrl: url, token: reference.token, fixtures: reference.fixtures, wireForm });
  } finally {
    await reference.close();
  }
}

/** What the progress of a run shows. */
interface Shown {
  /** Which checks are printed as they are decided; by default none. */
  readonly lines?: CheckLines;
  /** The progress with the counts that are shown; by default those of the run. */
  readonly counted?: (progress: Progress) => Progress;
}

/** Runs the selected checks, with progress on stderr unless `quiet`; the first interrupt ends the run. */
export async function runCheck(
  settings: Settings,
  io: Io,
  quiet: boolean,
  { lines = 'none', counted = (progress) => progress }: Shown = {},
): Promise<RunReport> {
  const note: Note = (text) => {
    if (!quiet) io.stderr.write(`touchstone: ${text}\n`);
  };
  const old = nodeWarning(io.nodeVersion, io.env);
  if (old !== null) note(old);
  for (const text of settings.withoutEffect) note(text);
  return withTarget(settings, io, note, async (target) => {
    // An invalid run is reported alone, without what it would send.
    await io.services.validate(target, settings.options, settings.target === null);
    note(inWords(await io.services.estimate(settings.options, settings.target === null)));
    const progress = await progressView(io.stderr, quiet);
    let undo: string | null = null;
    const { signal, stop } = interruptible(
      io,
      () => {
        progress.stop();
        note(
          undo === null
            ? 'interrupted: finishing requests in flight and writing the reports; interrupt again to stop at once'
            : 'interrupted: restoring the changed records and writing the reports; interrupt again to stop at once',
        );
      },
      () => {
        if (undo === null) return;
        io.stderr.write(`touchstone: stopped: changed records are not restored. Restore them: ${terminalText(undo)}\n`);
      },
    );
    try {
      const options = {
        ...settings.options,
        signal,
        onProgress: (now: Progress) => {
          const line = checkLine(now, settings.options.strict === true, quiet ? 'none' : lines);
          if (line !== null) progress.print(line);
          progress.update(counted(now));
        },
        onJournal: (command: string) => {
          undo = command;
        },
        onNotice: (text: string) => io.stderr.write(`touchstone: ${terminalText(text)}\n`),
      };
      return await io.services.check(target, options, settings.target === null);
    } finally {
      stop();
      progress.stop();
    }
  });
}
