import type { Progress } from '../../engine/target/options.js';
import { counted, duration } from '../../reporters/numbers.js';
import { terminalText } from '../../reporters/terminal-text.js';
import type { SoakReport } from '../../schemas/generated/touchstone.js';
import { interruptible } from '../interrupt.js';
import type { Io } from '../io.js';
import { progressView } from '../progress.js';
import { withTarget } from '../run-check.js';
import type { Settings } from '../settings.js';

/** Runs a soak, with the progress of its round on stderr unless `quiet`; the first interrupt ends it. */
export async function runSoak(
  settings: Settings,
  load: { readonly forMs: number; readonly rps: number },
  io: Io,
  quiet: boolean,
): Promise<SoakReport> {
  const note = (text: string) => {
    if (!quiet) io.stderr.write(`touchstone: ${text}\n`);
  };
  return withTarget(settings, io, note, async (target) => {
    note(`${counted(load.rps, 'request')} per second for ${duration(load.forMs)}, all of them GET`);
    // Lines for every round would be too many where there is no bar to replace them.
    const progress = await progressView(io.stderr, quiet || io.stderr.isTTY !== true);
    const { signal, stop } = interruptible(io, () => {
      progress.stop();
      note('interrupted: finishing requests in flight and writing the reports; interrupt again to stop at once');
    });
    try {
      const options = {
        ...settings.options,
        ...load,
        signal,
        onProgress: (now: Progress) => progress.update(now),
        onNotice: (text: string) => io.stderr.write(`touchstone: ${terminalText(text)}\n`),
      };
      return await io.services.soak(target, options, settings.target === null);
    } finally {
      stop();
      progress.stop();
    }
  });
}
