import type { TargetOptions } from '../engine/options.js';
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
    note(`no --base-url is given: checking the embedded reference implementation at ${url}`);
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
    const writes = settings.target !== null && (settings.options.allowWrites || settings.options.allowDestroy);
    const { signal, stop } = interruptible(
      io,
      () => {
        progress.stop();
        note(
          writes
            ? 'interrupted: what was written is put back, and the reports are written; once more to stop at once'
            : 'interrupted: what is in flight is finished and the reports are written; once more to stop at once',
        );
      },
      writes ? () => io.stderr.write(`touchstone: ${unfinishedNote(settings)}\n`) : undefined,
    );
    try {
      const onProgress = progress.update.bind(progress);
      return await io.services.check(target, { ...settings.options, signal, onProgress }, settings.target === null);
    } finally {
      stop();
      progress.stop();
    }
  });
}

/** What to do after a run that was stopped before it had put everything back. */
function unfinishedNote({ options }: Settings): string {
  const undo = options.journal === undefined ? 'touchstone undo' : `touchstone undo ${options.journal}`;
  return `stopped at once: what was written is not put back yet, and its journal stays. Put it back with: ${undo}`;
}
