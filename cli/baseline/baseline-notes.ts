import { counted } from '../../reporters/numbers.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';

/** What a baseline cannot record of a run, one sentence each. */
export function baselineNotes({ checks, interrupted, incomplete }: RunReport): string[] {
  const unlisted = checks.filter((check) => check.moreFindings !== undefined && check.otherPlaces === undefined);
  const inconclusive = checks.filter(({ outcome }) => outcome === 'error' || outcome === 'inconclusive').length;
  const cut = interrupted
    ? 'was interrupted'
    : incomplete === undefined
      ? null
      : `is incomplete (${incomplete.reason})`;
  return [
    ...(cut === null
      ? []
      : [`the run ${cut}, so the baseline may lack differences: re-run the checks to get a complete one`]),
    ...(unlisted.length > 0
      ? [
          `the report is from an older version and does not list all differences, so the baseline misses some of: ${unlisted.map(({ id }) => id).join(', ')}`,
        ]
      : []),
    ...(inconclusive > 0
      ? [`${counted(inconclusive, 'inconclusive check')}: a baseline covers failed checks only`]
      : []),
  ];
}
