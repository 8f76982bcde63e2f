import { UsageError } from '../../engine/usage-error.js';
import type { Io } from '../io.js';
import { withTarget } from '../run-check.js';
import type { Settings } from '../settings.js';

const EVERYTHING = { allowWrites: true, allowDestroy: true, allowScopeAll: true };

/** `touchstone check --dry-run --allow-writes`: lists the records that a run would write to, by reads alone. */
export async function dryRun(settings: Settings, io: Io, quiet: boolean): Promise<number> {
  const options = settings.target === null ? { ...EVERYTHING, ...settings.options } : settings.options;
  if (options.allowWrites !== true && options.allowDestroy !== true) {
    throw new UsageError(
      '--dry-run lists the records that would be written to, and nothing may be written',
      'Give --allow-writes too.',
    );
  }
  const note = (text: string) => {
    if (!quiet) io.stderr.write(`touchstone: ${text}\n`);
  };
  return withTarget(settings, io, note, async (target) => {
    const preview = await io.services.previewWrites(target, options);
    const { renderWritePreview } = await import('../../reporters/write-preview.js');
    io.stdout.write(renderWritePreview(preview));
    return 0;
  });
}
