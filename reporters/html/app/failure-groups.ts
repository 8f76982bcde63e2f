import type { Check, RootCause } from '../../../schemas/generated/touchstone.js';
import { groupBy } from '../../group-by.js';
import { isBad, type Kind, kindOf, rank } from './kinds.js';

/** Failed checks with one cause: a root cause of the report, or else the same rule. */
export interface FailureGroup {
  readonly id: string;
  readonly title: string;
  /** The worst kind of its checks. */
  readonly kind: Kind;
  /** The checks by rule; a group that is not a root cause has one rule. */
  readonly rules: readonly (readonly [rule: string, checks: readonly Check[]])[];
  readonly checks: readonly Check[];
}

/** The failures, errors and warnings of a run by cause, the worst and the largest groups first. */
export function failureGroups(checks: readonly Check[], causes: readonly RootCause[]): FailureGroup[] {
  const bad = checks.filter((check) => isBad(kindOf(check)));
  const causeOf = new Map(causes.flatMap((cause) => cause.checks.map((id) => [id, cause] as const)));
  // Failures and warnings of one rule are of different levels, and so of different groups.
  const keyOf = (check: Check) => causeOf.get(check.id)?.id ?? `${kindOf(check).id} ${check.rule}`;
  const groups = [...groupBy(bad, keyOf)].map(([id, own]) => groupOf(id, own, causeOf.get(own[0].id)));
  return groups.sort((one, other) => rank(one.kind) - rank(other.kind) || other.checks.length - one.checks.length);
}

function groupOf(id: string, checks: readonly [Check, ...Check[]], cause: RootCause | undefined): FailureGroup {
  const kinds = checks.map(kindOf);
  const kind = kinds.reduce((worst, one) => (rank(one) < rank(worst) ? one : worst));
  const rules = [...groupBy(checks, ({ rule }) => rule)];
  return { id, title: cause?.title ?? checks[0].title, kind, rules, checks };
}
