import { entryOf } from '../../engine/report/baseline/entry-parts.js';
import { groupBy } from '../../reporters/group-by.js';
import type { Acceptance, BaselineEntry } from '../../schemas/generated/touchstone.js';
import type { CheckDifference } from './differences-of.js';

/**
 * The fewest entries that accept these differences and nothing else: one for each rule that fails in many operations,
 * and one for each operation in which many rules fail. The largest group comes first, so that a few causes make a few
 * entries. Differences that are already accepted keep their reason; the others get `why`.
 */
export function entriesOf(differences: readonly CheckDifference[], why: Acceptance): BaselineEntry[] {
  const byReason = groupBy(differences, ({ accepted }) => JSON.stringify(accepted ?? why));
  return [...byReason.values()].flatMap((alike) =>
    causesOf(alike).map((cause) => entryFor(cause, alike[0].accepted ?? why)),
  );
}

/** Groups differences by their likely cause: one rule, or one operation. */
function causesOf(differences: readonly CheckDifference[]): CheckDifference[][] {
  const causes: CheckDifference[][] = [];
  let left = differences;
  while (left.length > 0) {
    const byRule = groupBy(left, ({ check }) => check.rule);
    const byOperation = groupBy(left, ({ check }) => check.operation);
    const groups: CheckDifference[][] = [...byRule.values(), ...byOperation.values()];
    const cause = groups.reduce((best, group) => (checksIn(group) > checksIn(best) ? group : best));
    causes.push(cause);
    left = left.filter((one) => !cause.includes(one));
  }
  return causes;
}

function checksIn(differences: readonly CheckDifference[]): number {
  return new Set(differences.map(({ check }) => check.id)).size;
}

function entryFor(cause: readonly CheckDifference[], { reason, ticket, expires }: Acceptance): BaselineEntry {
  const level = cause.some(({ check }) => check.level === 'must') ? 'must' : 'should';
  const parts = cause.map(({ check, at }) => ({ check: check.id, finding: at }));
  return entryOf(parts, { level, reason, ...(ticket !== undefined && { ticket }), expires });
}
