import type { Io } from '../io.js';
import { withTarget } from '../run-check.js';
import type { Settings } from '../settings.js';

/** `touchstone check --dry-run --allow-writes`: lists the records that a run would write to, by reads alone. */
export async function listWrites(settings: Settings, io: Io, quiet: boolean): Promise<number> {
  const { options } = settings;
  if (options.allowWrites !== true && options.allowDestroy !== true) return 0;
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
