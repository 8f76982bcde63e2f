import type { Comparison, Filter, Literal, Operator } from '../../../contract/query-language.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import type { FieldValues } from '../../../generators/values/field-values.js';
import { sameDay } from './expressions.js';
import { misreadingsOf } from './misreadings.js';
import { comparisonsIn, namesIn } from './names-in.js';
import { memberOf, membersOver, RECORDS } from './packed.js';
import { Packer } from './packer.js';
import { selectorsOf } from './selectors.js';

/** The fewest values of a field of which some are close to the smallest and the largest one. */
const FEWEST = 6;

/** Operators with positions of values that few others are beyond, in those of a field in order. */
const ENDS: readonly (readonly (readonly [Operator, number])[])[] = [
  [
    ['-gt', -3],
    ['-lt', 2],
  ],
  [
    ['-ge', -2],
    ['-le', 1],
  ],
];

/**
 * As few filters as have every operator and join together, for a run with a limit of requests: mostly one or two. Each selects
 * the records that satisfy one of some comparisons or do not satisfy all of some others, and no comparison hides another one:
 * each misreading that changes the result of a comparison changes that of the filter. Operators with other kinds of values, and
 * `close` comparisons, are added where they fit.
 */
export function packedInFew(
  comparisons: readonly Comparison[],
  fields: readonly FieldValues[],
  records: readonly JsonRecord[],
  close: readonly Comparison[] = [],
): Filter[] {
  const rows = records.slice(0, RECORDS);
  const narrow = extremes(fields);
  const orders = [
    [...narrow, ...comparisons],
    [...narrow.toReversed(), ...comparisons],
    [...comparisons, ...narrow],
    [...narrow, ...comparisons.toReversed()],
    [...comparisons.toReversed(), ...narrow],
  ];
  const packer = new Packer(rows, selectorsOf(fields, rows));
  const narrowly = close.map((one) => memberOf(one, rows, misreadingsOf(one.literal.type)));
  const memberFor = membersOver(rows);
  const tried = orders.map((order) => packer.inPacks(byOperator(order).map(memberFor), narrowly));
  const kindsIn = (packs: readonly Filter[]) => new Set(packs.flatMap(comparisonsIn).map(packer.kindOf)).size;
  const [best = []] = tried.toSorted((one, other) => one.length - other.length || kindsIn(other) - kindsIn(one));
  return best;
}

/**
 * Comparisons that few records satisfy, so that others show beside them. Those of one end of a field hide each other, so the
 * fields with an order take turns with them.
 */
function extremes(fields: readonly FieldValues[]): Comparison[] {
  const ordered = fields
    .filter(({ type, values }) => (type === 'number' || type === 'date') && values.length >= FEWEST)
    .map(({ field, type, values }) => {
      const inOrder = [...(values as readonly (string | number)[])].sort((one, other) => (one < other ? -1 : 1));
      return { field, type, inOrder };
    });
  return ENDS.flatMap((_end, turn) =>
    ordered.flatMap(({ field, type, inOrder }, position) =>
      (ENDS[(turn + position) % ENDS.length] ?? []).map(([operator, index]): Comparison => {
        const own = inOrder.at(index);
        const [value = own] = type === 'date' ? sameDay(operator, `${own}`) : [];
        return { kind: 'comparison', field, operator, literal: { type, value } as Literal };
      }),
    ),
  );
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
