import { plural } from '../../numbers/plural.js';
import type { Check, RunReport } from '../../schemas/generated/touchstone.js';
import type { Result } from '../run/result.js';
import type { Incompleteness } from './completeness.js';
import { areaCoverage, judgesRecords } from './coverage.js';
import { inconclusiveWrites } from './requirements.js';

export interface Verdict {
  readonly verdict: 'conforms' | 'does-not-conform' | 'incomplete' | 'inconclusive';
  /** Why, in one sentence. */
  readonly reason: string;
}

interface GateInput {
  readonly results: readonly Result[];
  readonly unjudged: string | null;
  /** Whether any request that the document describes was answered with a success and JSON. */
  readonly answered: boolean;
  /** The number of records that were written to and not restored. */
  readonly left?: number;
  /** The number of bulk updates that had not ended when the run ended. */
  readonly unended?: number;
  /** Why the run stopped writing early. */
  readonly stopped?: string | null;
  /** Why the run is incomplete; `null` if it is complete. */
  readonly incomplete?: Incompleteness | null;
  readonly interrupted: boolean;
  readonly strict: boolean;
  /** The ids of checks whose failure is not counted. */
  readonly accepted?: ReadonlySet<string>;
}

/**
 * The verdict of a run. Findings of level must fail the target, warnings (level should) fail it in a strict run. A run
 * does not conform if the target did not respond to required checks, or if no record could be judged in most areas.
 */
export function verdictOf(input: GateInput): Verdict {
  const {
    results,
    unjudged,
    answered,
    left = 0,
    unended = 0,
    stopped = null,
    incomplete = null,
    interrupted,
    strict,
    accepted,
  } = input;
  if (unjudged !== null) return { verdict: 'inconclusive', reason: unjudged };
  const failed = results.filter(
    ({ outcome, check }) => outcome === 'fail' && (check.level === 'must' || strict) && !accepted?.has(check.id),
  );
  if (failed.length > 0) {
    const parts = [
      failureReason(failed),
      ...(left > 0 ? [unrestored(left)] : []),
      ...(incomplete === null ? [] : [`the run is incomplete: ${incomplete.reason}`]),
    ];
    return { verdict: 'does-not-conform', reason: parts.join(', and ') };
  }
  if (left > 0) return { verdict: 'inconclusive', reason: unrestored(left) };
  if (stopped !== null) return { verdict: 'inconclusive', reason: `no further writes were sent: ${stopped}` };
  if (interrupted) return { verdict: 'inconclusive', reason: 'the run was interrupted' };
  if (unended > 0) return { verdict: 'inconclusive', reason: stillRunning(unended) };
  const errors = results.filter(({ outcome }) => outcome === 'error');
  if (errors.length > 0) {
    const [first] = errors;
    const reason = `${plural(errors.length, 'check')} ended in an internal error of touchstone, first ${first?.check.id}: ${first?.reason}`;
    return { verdict: 'inconclusive', reason };
  }
  if (incomplete !== null) return { verdict: 'incomplete', reason: incomplete.reason };
  const uncovered = lackOfCoverage(results, answered);
  if (uncovered !== null) return { verdict: 'inconclusive', reason: uncovered };
  const passed = results.filter(hasPassed).length;
  return {
    verdict: 'conforms',
    reason: passed === 1 ? 'the only MUST check that ran passed' : `all ${passed} MUST checks that ran passed`,
  };
}

/**
 * The gate decides the exit code of a run with a baseline: the verdict without accepted differences, and then the
 * baseline itself, which must have no expired entries and, unless allowed, no unneeded ones.
 */
export function gateOf(
  judged: GateInput,
  checks: readonly Check[],
  baseline: NonNullable<RunReport['baseline']>,
): NonNullable<RunReport['gate']> {
  const accepted = new Set(checks.filter((check) => check.accepted).map(({ id }) => id));
  const { verdict, reason } = verdictOf({ ...judged, accepted });
  if (verdict === 'inconclusive') return { state: 'inconclusive', reason };
  if (verdict === 'incomplete') return { state: 'incomplete', reason };
  if (verdict === 'does-not-conform') {
    return { state: 'red', reason: accepted.size > 0 ? `${reason} that the baseline does not accept` : reason };
  }
  const stale = staleness(baseline);
  if (stale !== null) return { state: 'red', reason: stale };
  const what = plural(accepted.size, 'failed check');
  return { state: 'green', reason: accepted.size > 0 ? `the baseline accepts all that failed: ${what}` : reason };
}

function unrestored(left: number): string {
  return `${plural(left, 'record')} could not be restored`;
}

function stillRunning(unended: number): string {
  return `${plural(unended, 'bulk update')} had not ended when the run ended, so whether all records keep their original values is not known: give bulk updates more time with --task-timeout`;
}

/** The number of failed checks; warnings count only in a strict run. */
function failureReason(failed: readonly Result[]): string {
  const must = failed.filter(({ check }) => check.level === 'must').length;
  const below = failed.length - must;
  const warnings = `${plural(below, 'warning')} ${below === 1 ? 'fails' : 'fail'} the strict run`;
  if (must === 0) return warnings;
  return below === 0 ? `${plural(must, 'check')} failed` : `${plural(must, 'check')} failed, and ${warnings}`;
}

/** Why a baseline has to be changed; `null` if it is up to date. */
function staleness({ entries, allowFixed }: NonNullable<RunReport['baseline']>): string | null {
  const [expired] = entries.filter((entry) => entry.expired);
  if (expired !== undefined) {
    return `the baseline entry for "${expired.check}" expired on ${expired.expires}: remove it, or set a later date`;
  }
  const [fixed] = allowFixed ? [] : entries.filter((entry) => entry.fixed.length > 0);
  if (fixed === undefined) return null;
  return `the baseline accepts "${fixed.finding}" in ${fixed.fixed[0]}, where it is no longer found: remove the entry, or narrow it`;
}

function hasPassed({ outcome, check }: Result): boolean {
  return outcome === 'pass' && check.level === 'must';
}

/** Why a run without failures covers too little to pass; `null` if it covers enough. */
function lackOfCoverage(results: readonly Result[], answered: boolean): string | null {
  if (!results.some(({ check, outcome }) => check.level === 'must' && outcome !== 'excluded'))
    return 'no MUST check is selected, and only those decide whether a target conforms';
  if (!results.some(hasPassed)) return `no requirement could be decided${because(results)}`;
  if (!answered) return `no request that the document describes was answered with a success${because(results)}`;
  const remedy = 'Check a tenant that holds data, give samples with --fixture, or choose areas with --area.';
  const seen = areaCoverage(results);
  const uncovered = seen.filter((one) => one.uncovered);
  if (uncovered.length > seen.length / 2) {
    const areas = uncovered.map(({ area }) => area).join(', ');
    return `no record of the lists could be judged in these areas: ${areas}. ${remedy}`;
  }
  const onRecords = results.filter(judgesRecords);
  const judged = onRecords.some(({ outcome }) => outcome === 'pass' || outcome === 'fail');
  if (onRecords.length > 0 && !judged) return `no record could be judged${because(onRecords)}. ${remedy}`;
  const writes = inconclusiveWrites(results);
  if (writes.length === 0) return null;
  const ids = [...new Set(writes.map(({ check }) => check.operation.id))];
  return `no check of ${ids.join(', ')} could be decided${because(writes)}. Use a credential that may write, and records that can be restored, or select other operations with --operation.`;
}

/** The most frequent reason of the inconclusive checks, as the end of a sentence; empty if there is none. */
function because(results: readonly Result[]): string {
  const counts = new Map<string, number>();
  for (const { outcome, reason } of results) {
    if (outcome !== 'excluded' && reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first === undefined ? '' : `: ${first[0]}`;
}
