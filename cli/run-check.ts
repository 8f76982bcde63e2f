import type { TargetOptions } from '../engine/options.js';
import type { RunReport } from '../schemas/generated/touchstone.js';
import { inWords } from './dry-run.js';
import { interruptible } from './interrupt.js';
import type { Io } from './io.js';
import { progressView } from './progress.js';
import type { Settings } from './settings.js';

type Note = (text: string) => void;

/** Runs `use` on the target that is asked for: the person's, or an embedded reference of this process. */
async function withTarget<Result>(
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
    const { signal, stop } = interruptible(io, () => {
      progress.stop();
      note('interrupted: what is in flight is finished and the reports are written; once more to stop at once');
    });
    try {
      const onProgress = progress.update.bind(progress);
      return await io.services.check(target, { ...settings.options, signal, onProgress }, settings.target === null);
    } finally {
      stop();
      progress.stop();
    }
  });
}
