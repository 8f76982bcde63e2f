import { dryRunText } from '../dry-run.js';
import type { Io } from '../io.js';
import { withTarget } from '../run-check.js';
import type { Settings } from '../settings.js';

/**
 * `--dry-run`: prints the maximum number of requests of a run. With `--allow-writes` it also lists the records that the
 * run would write to; for that it sends reads only.
 */
export async function dryRun(settings: Settings, io: Io, quiet: boolean): Promise<number> {
  const { options } = settings;
  if (settings.target !== null) await io.services.validate(settings.target, options, false);
  const writes = options.allowWrites === true || options.allowDestroy === true;
  io.stdout.write(dryRunText(await io.services.estimate(options, settings.target === null), writes));
  if (!writes) return 0;
  const note = (text: string) => {
    if (!quiet) io.stderr.write(`touchstone: ${text}\n`);
  };
  return withTarget(settings, io, note, async (target) => {
    const preview = await io.services.previewWrites(target, options);
    const { renderWritePreview } = await import('../../reporters/write-preview.js');
    io.stdout.write(`\n${renderWritePreview(preview)}`);
    return 0;
  });
}
