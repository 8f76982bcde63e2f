import { dryRunText } from '../dry-run.js';
import type { Io } from '../io.js';
import { withTarget } from '../run-check.js';
import type { Settings } from '../settings.js';

/**
 * `--dry-run` of a run: tells how many requests it would send at most, and, with `--allow-writes`, lists the records that
 * it would write to, by reads alone.
 */
export async function dryRun(settings: Settings, io: Io, quiet: boolean): Promise<number> {
  const { options } = settings;
  const writes = options.allowWrites === true || options.allowDestroy === true;
  io.stdout.write(dryRunText(await io.services.estimate(options), writes));
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
