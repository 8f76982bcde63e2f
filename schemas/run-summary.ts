import type { Check, RunReport } from './generated/touchstone.js';

/** The parts of a check that the counts depend on. */
export type Countable = Pick<Check, 'outcome' | 'level' | 'accepted'>;

/** The number of checks of a run by outcome. Every number of checks that touchstone prints comes from here. */
export class CheckCounts {
  passed = 0;
  /** Failed at level must and not accepted by a baseline. */
  failed = 0;
  /** Failed below level must and not accepted. */
  warnings = 0;
  /** Failed, but the baseline accepts all differences. */
  accepted = 0;
  inconclusive = 0;
  notApplicable = 0;
  excluded = 0;
  errors = 0;
  /** The MUST checks that are selected and applicable, and those of them that passed or failed. */
  readonly must = { applicable: 0, decided: 0 };

  add(check: Countable): void {
    this[memberOf(check)] += 1;
    if (check.level !== 'must' || !applies(check)) return;
    this.must.applicable += 1;
    if (isDecided(check)) this.must.decided += 1;
  }
}

export function countChecks(checks: Iterable<Countable>): CheckCounts {
  const counts = new CheckCounts();
  for (const check of checks) counts.add(check);
  return counts;
}

/** Whether a check is selected and applicable to the target. */
export function applies({ outcome }: Pick<Check, 'outcome'>): boolean {
  return outcome !== 'excluded' && outcome !== 'not-applicable';
}

/** Whether a check passed or failed. */
export function isDecided({ outcome }: Pick<Check, 'outcome'>): boolean {
  return outcome === 'pass' || outcome === 'fail';
}

/** A share of checks in percent with one decimal, rounded down so that only all of them are 100%. */
export function percentage({ applicable, decided }: CheckCounts['must']): string {
  return `${applicable === 0 ? 0 : Math.floor((decided / applicable) * 1000) / 10}%`;
}

/** All counts of a run. */
export interface RunSummary {
  readonly checks: CheckCounts;
  /** All operations, those that the user excluded, and those with a MUST check that a response decided. */
  readonly operations: { readonly all: number; readonly excluded: number; readonly tested: number };
  readonly requests: number;
  /** Responses with 502, 503 or 504, including those to requests that were retried. */
  readonly gatewayErrors: number;
}

/** Counts a run report. In reports of older versions without `tested`, an exercised operation counts as tested. */
export function summaryOf({
  checks,
  operations,
  requests,
}: Pick<RunReport, 'checks' | 'operations' | 'requests'>): RunSummary {
  return {
    checks: countChecks(checks),
    operations: {
      all: operations.length,
      excluded: operations.filter(({ state }) => state === 'excluded').length,
      tested: operations.filter(({ tested, state }) => tested ?? state === 'exercised').length,
    },
    requests: requests.sent,
    gatewayErrors: requests.gatewayErrors ?? 0,
  };
}

function memberOf({ outcome, level, accepted }: Countable): Exclude<keyof CheckCounts, 'must' | 'add'> {
  if (outcome === 'fail') return accepted === true ? 'accepted' : level === 'must' ? 'failed' : 'warnings';
  return (
    {
      pass: 'passed',
      inconclusive: 'inconclusive',
      'not-applicable': 'notApplicable',
      excluded: 'excluded',
      error: 'errors',
    } as const
  )[outcome];
}
