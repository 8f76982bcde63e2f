import { plural } from '../../numbers/plural.js';
import type { Incomplete } from '../../schemas/generated/touchstone.js';
import { causeOf } from '../client/cause.js';
import type { Cause } from '../client/failure.js';
import type { HealthReport } from '../run/health-report.js';
import type { Result } from '../run/result.js';

const WORDS: Readonly<Record<Cause, string>> = {
  transport: 'the connection to the target was refused or broke',
  timeout: 'the target did not respond in time',
  unauthorized: 'the target did not accept the credential (401)',
  forbidden: 'the target refused access (403)',
  'rate-limited': 'the target kept returning 429',
  'server-error': 'the target returned server errors (5xx)',
};

/** Why a run is incomplete, without the timestamps that the report adds. */
export interface Incompleteness extends Pick<Incomplete, 'reason' | 'checks' | 'causes' | 'unmet'> {}

interface Given {
  readonly results: readonly Result[];
  readonly health: HealthReport;
  readonly unmet: Incomplete['unmet'];
  readonly strict: boolean;
}

/**
 * Why a run is incomplete: the target did not respond to required checks, was gone at the end, or a requirement of the
 * user is not met. `null` for a complete run.
 */
export function incompleteness({ results, health, unmet, strict }: Given): Incompleteness | null {
  const causes = countCauses(results, health, strict);
  const checks = Object.values(causes).reduce((sum, count) => sum + count, 0);
  const token = health.tokenProblem === null ? [] : [`the token could not be renewed: ${health.tokenProblem}`];
  const reasons = [...token, ...blocked(checks, causes, health, strict), ...unmet.map(({ reason }) => reason)];
  return reasons.length === 0 ? null : { reason: reasons.join('; '), checks, causes, unmet };
}

function blocked(checks: number, causes: Incompleteness['causes'], health: HealthReport, strict: boolean): string[] {
  if (checks > 0) {
    const ordered = Object.entries(causes).sort(([, one], [, other]) => other - one) as [Cause, number][];
    const why = ordered.map(([cause]) => WORDS[cause]).join(', or ');
    return [`${plural(checks, `${strict ? 'required' : 'MUST'} check`)} could not be decided, because ${why}`];
  }
  if (health.endedEarly) return ['the target was unavailable for part of the run'];
  return health.probe?.succeeded === false
    ? [`at the end of the run, a read that had succeeded before returned ${health.probe.summary}`]
    : [];
}

/** The number of required checks that are inconclusive because of the target, by cause. */
function countCauses(results: readonly Result[], health: HealthReport, strict: boolean): Incompleteness['causes'] {
  const gone = health.endedEarly || health.probe?.succeeded === false;
  const known = new Set(gone ? [] : results.flatMap(faultsOf));
  const causes: Incompleteness['causes'] = {};
  for (const { check, outcome, cause } of results) {
    if (outcome !== 'inconclusive' || !cause || !(check.level === 'must' || strict)) continue;
    // Part of an interface may be permanently forbidden for a caller: a 403 counts only if the target refuses
    // everything else too.
    if (cause === 'forbidden' && !gone) continue;
    if (known.has(`${check.operation.id} ${cause}`)) continue;
    causes[cause] = (causes[cause] ?? 0) + 1;
  }
  return causes;
}

/** The causes that failed checks already report for their operation: they explain other inconclusive checks of it. */
function faultsOf({ outcome, check, evidence }: Result): string[] {
  if (outcome !== 'fail' || check.level !== 'must') return [];
  return evidence.flatMap(({ answer }) => causeOf(answer) ?? []).map((cause) => `${check.operation.id} ${cause}`);
}
