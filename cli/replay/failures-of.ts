import type { Progress } from '../../engine/target/options.js';
import { CheckCounts } from '../../schemas/run-summary.js';

/** Makes a progress count the failures and warnings of these checks only: their operations run as a whole. */
export function failuresOf(ids: readonly string[]): (progress: Progress) => Progress {
  const counts = new CheckCounts();
  return (progress) => {
    const { check, result } = progress;
    if (result !== undefined && ids.includes(check)) counts.add({ outcome: result.outcome, level: result.level });
    const { failed, warnings } = counts;
    return { ...progress, failed, warnings };
  };
}
