import { placesOf } from '../../schemas/check-places.js';
import type { Check, Finding, RunReport } from '../../schemas/generated/touchstone.js';
import { kindOfPlace } from '../../schemas/json-pointer.js';
import { counts, isAccepted } from '../outcomes.js';

/** A check that fails in a way in which it did not fail before. */
export interface NewFailure {
  readonly check: Check;
  /** What came of it before. */
  readonly was: Check['outcome'];
  /** The differences that are new; all of them where it did not fail before. */
  readonly findings: readonly Finding[];
  /** Whether it makes the later run worse: it is not accepted, and the document demands it or the run is strict. */
  readonly worse: boolean;
}

/** How the checks of two runs differ. */
export interface CheckChanges {
  readonly failing: readonly NewFailure[];
  readonly fixed: readonly Check[];
  /** Checks that were decided and are not any more. */
  readonly inconclusive: readonly Check[];
  /** Checks that only the touchstone of the later run knows, and only that of the earlier one. */
  readonly added: readonly Check[];
  readonly removed: readonly Check[];
  /** How many checks were left out of one of the runs by the person. */
  readonly notCompared: number;
}

const DECIDED = new Set<Check['outcome']>(['pass', 'fail']);

/** How the checks of two runs differ; what one of them was told to leave out is not compared. */
export function checkChanges(before: RunReport, after: RunReport): CheckChanges {
  const earlier = new Map(before.checks.map((check) => [check.id, check]));
  const later = new Set(after.checks.map(({ id }) => id));
  const known = after.checks.flatMap((is) => {
    const was = earlier.get(is.id);
    return was === undefined ? [] : [{ was, is }];
  });
  const pairs = known.filter(({ was, is }) => was.outcome !== 'excluded' && is.outcome !== 'excluded');
  const leftOut = known.filter(({ was, is }) => (was.outcome === 'excluded') !== (is.outcome === 'excluded'));
  return {
    failing: pairs.flatMap(({ was, is }) => newFailure(was, is, after)),
    fixed: pairs.filter(({ was, is }) => was.outcome === 'fail' && is.outcome === 'pass').map(({ is }) => is),
    inconclusive: pairs
      .filter(({ was, is }) => DECIDED.has(was.outcome) && !DECIDED.has(is.outcome))
      .map(({ is }) => is),
    added: after.checks.filter(({ id }) => !earlier.has(id)),
    removed: before.checks.filter(({ id }) => !later.has(id)),
    notCompared: leftOut.length,
  };
}

function newFailure(was: Check, is: Check, after: RunReport): NewFailure[] {
  if (is.outcome !== 'fail') return [];
  const findings = was.outcome === 'fail' ? newFindings(was, is) : is.findings;
  if (was.outcome === 'fail' && findings.length === 0) return [];
  const accepted = isAccepted(is) || (findings.length > 0 && findings.every((finding) => finding.accepted));
  return [{ check: is, was: was.outcome, findings, worse: !accepted && counts(is, after) }];
}

/** The differences at places where there were none; where not all were listed before, nobody can say which are new. */
function newFindings(was: Check, is: Check): Finding[] {
  if (was.moreFindings !== undefined && was.otherPlaces === undefined) return [];
  const places = new Set(placesOf(was).map(({ at }) => at));
  const unlisted = (is.otherPlaces ?? []).map(
    ({ at, expected, accepted }): Finding => ({
      at,
      expected,
      actual: 'not listed',
      message: 'One of the findings that the report does not list.',
      exchange: null,
      ...(accepted && { accepted }),
    }),
  );
  return [...is.findings, ...unlisted].filter(({ at }) => !places.has(kindOfPlace(at)));
}
