import type { Comparison, Filter } from '../../../contract/query-language.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import { namesIn } from './names-in.js';
import { packed } from './packed.js';

/** The maximum number of comparisons in one filter. */
const LONG = 12;

/**
 * A few filters that together have every operator and join, for a run with a limit of requests. The first pack that is
 * joined by `-and` is negated: a misreading that changes its result changes that of its negation.
 */
export function packedInFew(comparisons: readonly Comparison[], records: readonly JsonRecord[]): Filter[] {
  const packs = withEachOperator(packed(byOperator(comparisons), records, LONG));
  const conjunction = packs.find(({ kind }) => kind === 'and');
  return packs.map((pack): Filter => (pack === conjunction ? { kind: 'not', operand: pack } : pack));
}

/** Comparisons in rounds, each of which has every operator once for each type of value that is left. */
export function byOperator(comparisons: readonly Comparison[]): Comparison[] {
  const rounds = new Map<string, number>();
  const ranked = comparisons.map((one) => {
    const key = `${one.operator} ${one.literal.type}`;
    const round = rounds.get(key) ?? 0;
    rounds.set(key, round + 1);
    return { one, round };
  });
  return ranked.toSorted((one, other) => one.round - other.round).map(({ one }) => one);
}

/** The first filters that have an operator that those before them do not. */
export function withEachOperator<One extends Filter>(filters: readonly One[]): One[] {
  const known = new Set<string>();
  return filters.filter((filter) => {
    const fresh = namesIn(filter).filter((name) => !known.has(name));
    for (const name of fresh) known.add(name);
    return fresh.length > 0;
  });
}
