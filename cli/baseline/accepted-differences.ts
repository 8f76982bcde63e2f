import { relative } from 'node:path';
import type { CheckOptions } from '../../engine/target/options.js';
import { readBaseline } from '../baseline-file.js';
import type { Io } from '../io.js';
import type { Settings } from '../settings.js';

/** Reads the baseline before the first request, so that a mistake in it costs no run. */
export async function acceptedDifferences(
  { baseline: file, allowFixed }: Settings,
  { cwd }: Pick<Io, 'cwd'>,
): Promise<Pick<CheckOptions, 'baseline' | 'seed'>> {
  if (file === undefined) return {};
  const { accepted: entries, seed } = await readBaseline(cwd, file);
  const made = seed === undefined ? {} : { seed };
  return { ...made, baseline: { entries, allowFixed, file: relative(cwd, file), ...made } };
}
