import type { TargetOptions } from '../engine/target/options.js';
import { terminalText } from '../reporters/terminal-text.js';
import type { RunReport } from '../schemas/generated/touchstone.js';
import { inWords } from './dry-run.js';
import { interruptible } from './interrupt.js';
import type { Io } from './io.js';
import { progressView } from './progress.js';
import type { Settings } from './settings.js';

type Note = (text: string) => void;

/** Runs `use` on the target that is asked for: the person's, or an embedded reference of this process. */
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
    note(`checking the embedded reference implementation at ${url}; give --base-url to check a target of yours`);
    return await use({ baseUrl: url, token: reference.token, fixtures: reference.fixtures, wireForm });
  } finally {
    await reference.close();
  }
}

/** Runs the checks that are asked for, with progress on stderr unless it is to be quiet; the first interrupt ends it. */
export async function runCheck(settings: Settings, io: Io, quiet: boolean): Promise<RunReport> {
  const note: Note = (text) => {
    if (!quiet) io.stderr.write(`touchstone: ${text}\n`);
  };
  return withTarget(settings, io, note, async (target) => {
    note(inWords(await io.services.estimate(settings.options)));
    const progress = await progressView(io.stderr, quiet);
    let undo: string | null = null;
    const { signal, stop } = interruptible(
      io,
      () => {
        progress.stop();
        note(
          undo === null
            ? 'interrupted: what is in flight is finished and the reports are written; once more to stop at once'
            : 'interrupted: what was written is restored, and the reports are written; once more to stop at once',
        );
      },
      () => {
        if (undo === null) return;
        io.stderr.write(
          `touchstone: stopped at once: what was written is not restored yet. Restore it: ${terminalText(undo)}\n`,
        );
      },
    );
    try {
      const options = {
        ...settings.options,
        signal,
        onProgress: progress.update.bind(progress),
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
