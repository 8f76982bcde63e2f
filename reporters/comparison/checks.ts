import { placesOf } from '../../schemas/check-places.js';
import type { Check, Finding, RunReport } from '../../schemas/generated/touchstone.js';
import { kindOfPlace } from '../../schemas/json-pointer.js';
import { counts, isAccepted } from '../outcomes.js';

/** A check with a failure that the earlier run did not have. */
export interface NewFailure {
  readonly check: Check;
  /** Its outcome in the earlier run; `excluded` if that run did not select it. */
  readonly was: Check['outcome'];
  /** The new findings; all of them if the check did not fail before. */
  readonly findings: readonly Finding[];
  /** Whether it makes the later run worse: not accepted, and either of level must or in a strict run. */
  readonly worse: boolean;
}

/** How the checks of two runs differ. */
export interface CheckChanges {
  readonly failing: readonly NewFailure[];
  readonly fixed: readonly Check[];
  /** Checks that passed or failed before and are inconclusive now. */
  readonly inconclusive: readonly Check[];
  /** Checks that only the touchstone version of the later run has, and only that of the earlier run. */
  readonly added: readonly Check[];
  readonly removed: readonly Check[];
  /** How many checks one of the runs did not select, other than those that are among the failing ones. */
  readonly notCompared: number;
}

const DECIDED = new Set<Check['outcome']>(['pass', 'fail']);

/**
 * How the checks of two runs differ. Checks that one of the runs does not select are not compared; only a failure in the
 * later run is new, because no earlier run shows that it is known.
 */
export function checkChanges(before: RunReport, after: RunReport): CheckChanges {
  const earlier = new Map(before.checks.map((check) => [check.id, check]));
  const later = new Set(after.checks.map(({ id }) => id));
  const known = after.checks.flatMap((is) => {
    const was = earlier.get(is.id);
    return was === undefined ? [] : [{ was, is }];
  });
  const pairs = known.filter(({ was, is }) => was.outcome !== 'excluded' && is.outcome !== 'excluded');
  const oneSided = known.filter(({ was, is }) => (was.outcome === 'excluded') !== (is.outcome === 'excluded'));
  return {
    failing: known.flatMap(({ was, is }) => newFailure(was, is, after)),
    fixed: pairs.filter(({ was, is }) => was.outcome === 'fail' && is.outcome === 'pass').map(({ is }) => is),
    inconclusive: pairs
      .filter(({ was, is }) => DECIDED.has(was.outcome) && !DECIDED.has(is.outcome))
      .map(({ is }) => is),
    added: after.checks.filter(({ id }) => !earlier.has(id)),
    removed: before.checks.filter(({ id }) => !later.has(id)),
    notCompared: oneSided.filter(({ is }) => is.outcome !== 'fail').length,
  };
}

function newFailure(was: Check, is: Check, after: RunReport): NewFailure[] {
  if (is.outcome !== 'fail') return [];
  const findings = was.outcome === 'fail' ? newFindings(was, is) : is.findings;
  if (was.outcome === 'fail' && findings.length === 0) return [];
  const accepted = isAccepted(is) || (findings.length > 0 && findings.every((finding) => finding.accepted));
  return [{ check: is, was: was.outcome, findings, worse: !accepted && counts(is, after) }];
}

/** Findings at new places. Empty if the earlier report did not list all places, since it is unknown which are new. */
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
