import { plural } from '../../numbers/plural.js';
import type { Incomplete } from '../../schemas/generated/touchstone.js';
import { NO_RESPONSE } from '../client/answer.js';
import { causeOf } from '../client/cause.js';
import type { Cause } from '../client/failure.js';
import type { HealthReport } from '../run/health-report.js';
import type { Result } from '../run/result.js';

/** How many operations a reason names. */
const NAMED = 3;

const WORDS: Readonly<Record<Cause, string>> = {
  transport: 'the connection to the target was refused or broke',
  timeout: 'the target did not respond in time',
  unauthorized: 'the target did not accept the credential (401)',
  forbidden: 'the target refused access (403)',
  'rate-limited': 'the target kept returning 429',
  'server-error': 'the target returned server errors (5xx)',
  limit: 'responses exceeded a limit of touchstone',
  unrestored:
    'the records that they would write to were not restored, by the target when asked to or by an earlier run (see touchstone undo)',
};

/** What to do about responses that exceed a limit: no option raises one. */
const WITHIN_LIMITS = 'test a tenant with less data, or select other operations with --operation';

/** Why a run is incomplete, without the timestamps that the report adds. */
export interface Incompleteness extends Pick<Incomplete, 'reason' | 'checks' | 'causes' | 'unmet'> {}

interface Given {
  readonly results: readonly Result[];
  readonly health: HealthReport;
  readonly unmet: Incomplete['unmet'];
  readonly strict: boolean;
}

/**
 * Why a run is incomplete: required checks got no usable response, the target was gone at the end or served other data,
 * or a requirement of the user is not met. `null` for a complete run.
 */
export function incompleteness({ results, health, unmet, strict }: Given): Incompleteness | null {
  const blocked = blockedBy(results, health, strict);
  const causes: Incompleteness['causes'] = {};
  for (const { cause } of blocked) causes[cause] = (causes[cause] ?? 0) + 1;
  const token = health.tokenProblem === null ? [] : [`the token could not be renewed: ${health.tokenProblem}`];
  const reasons = [
    ...token,
    ...reasonsOf(blocked, causes, health, strict),
    ...otherData(health),
    ...unmet.map(({ reason }) => reason),
  ];
  return reasons.length === 0 ? null : { reason: reasons.join('; '), checks: blocked.length, causes, unmet };
}

function reasonsOf(
  blocked: readonly Blocked[],
  causes: Incompleteness['causes'],
  health: HealthReport,
  strict: boolean,
): string[] {
  if (blocked.length > 0) {
    const ordered = Object.entries(causes).sort(([, one], [, other]) => other - one) as [Cause, number][];
    const why = ordered.map(([cause]) => WORDS[cause] + detailOf(cause, blocked, health)).join(', or ');
    return [`${plural(blocked.length, `${strict ? 'required' : 'MUST'} check`)} could not be decided, because ${why}`];
  }
  if (health.endedEarly) return ['the target was unavailable for part of the run'];
  return health.probe?.succeeded === false
    ? [`at the end of the run, a read that had succeeded before returned ${health.probe.summary}`]
    : [];
}

/** The reason where the samples of several kinds of records disappeared. */
function otherData({ replaced }: HealthReport): string[] {
  if (replaced.length === 0) return [];
  return [
    `records that the run had read disappeared during it (${replaced.join(', ')}): the data of the target were replaced`,
  ];
}

/** What else is known of a cause, in parentheses: where it occurred, or the first failure of a connection. */
function detailOf(cause: Cause, blocked: readonly Blocked[], { firstTrouble }: HealthReport): string {
  if (cause === 'limit') return limited(blocked);
  return cause === 'transport' && firstTrouble?.cause === cause
    ? ` (${firstTrouble.summary.replace(NO_RESPONSE, '')})`
    : '';
}

/** ` (getUsers, getUser and 3 more operations: ...)`: where responses exceed a limit, and what to do about it. */
function limited(blocked: readonly Blocked[]): string {
  const ids = [...new Set(blocked.filter(({ cause }) => cause === 'limit').map(({ operation }) => operation))];
  const more = ids.length - NAMED;
  const named = ids.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${plural(more, 'more operation')}` : '');
  return ` (${named}: ${WITHIN_LIMITS})`;
}

/** A required check that is inconclusive because there was no usable response. */
interface Blocked {
  readonly operation: string;
  readonly cause: Cause;
}

function blockedBy(results: readonly Result[], health: HealthReport, strict: boolean): Blocked[] {
  const gone = health.endedEarly || health.probe?.succeeded === false;
  const known = new Set(gone ? [] : results.flatMap(faultsOf));
  const blocked: Blocked[] = [];
  for (const { check, outcome, cause } of results) {
    if (outcome !== 'inconclusive' || !cause || !(check.level === 'must' || strict)) continue;
    // Part of an interface may be permanently forbidden for a caller: a 403 counts only if the target refuses
    // everything else too.
    if (cause === 'forbidden' && !gone) continue;
    if (known.has(`${check.operation.id} ${cause}`)) continue;
    blocked.push({ operation: check.operation.id, cause });
  }
  return blocked;
}

/** The causes that failed checks already report for their operation: they explain other inconclusive checks of it. */
function faultsOf({ outcome, check, evidence }: Result): string[] {
  if (outcome !== 'fail' || check.level !== 'must') return [];
  return evidence.flatMap(({ answer }) => causeOf(answer) ?? []).map((cause) => `${check.operation.id} ${cause}`);
}
