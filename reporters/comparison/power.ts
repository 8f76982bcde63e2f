import type { Power, RunReport } from '../../schemas/generated/touchstone.js';

type Share = Power['byLevel']['must'];

/** Fewer deviations that a run would notice: at one operation, under one rule, or in the whole run. */
export interface PowerFall {
  /** The id of an operation or a rule, or `all`. */
  readonly where: string;
  readonly was: Share;
  readonly is: Share;
}

const NOTHING: Share = { injected: 0, noticed: 0 };

/** Whether the power of both runs was measured with the same deviations. */
export function isPowerComparable(before: RunReport, after: RunReport): boolean {
  return before.power !== undefined && before.power.extent === after.power?.extent;
}

/**
 * Where the later run would notice fewer deviations than the earlier one: in the whole run, by operation, by rule. Empty if
 * the two cannot be compared. The number of noticed deviations decides and not their share, because a deviation that
 * changes no response any more, such as one of an empty list, is not injected.
 */
export function powerFalls(before: RunReport, after: RunReport): PowerFall[] {
  const [was, is] = [before.power, after.power];
  if (was === undefined || is === undefined || !isPowerComparable(before, after)) return [];
  const selected = after.checks.filter(({ outcome }) => outcome !== 'excluded');
  const operations = new Set(selected.map(({ operation }) => operation));
  const clauses = new Set(selected.map(({ clause }) => clause));
  const operationsNow = new Map(is.byOperation.map((share) => [share.operation, share]));
  const rulesNow = new Map(is.byRule.map((share) => [share.rule, share]));
  const falls = [
    { where: 'all', was, is },
    ...was.byOperation
      .filter(({ operation }) => operations.has(operation))
      .map((share) => ({ where: share.operation, was: share, is: operationsNow.get(share.operation) ?? NOTHING })),
    ...was.byRule
      .filter(({ rule }) => clauses.has(rule))
      .map((share) => ({ where: share.rule, was: share, is: rulesNow.get(share.rule) ?? NOTHING })),
  ];
  return falls
    .filter((fall) => fall.is.noticed < fall.was.noticed)
    .map((fall) => ({ where: fall.where, was: shareOf(fall.was), is: shareOf(fall.is) }));
}

function shareOf({ injected, noticed }: Share): Share {
  return { injected, noticed };
}
