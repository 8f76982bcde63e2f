import type { Comparison, Filter, Literal, Operator } from '../../../contract/query-language.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import type { FieldValues } from '../../../generators/values/field-values.js';
import { sameDay } from './expressions.js';
import { namesIn } from './names-in.js';
import { type Member, memberOf, RECORDS } from './packed.js';

/** The maximum number of comparisons in one filter. */
const LONG = 16;
/** The fewest values of a field of which some are close to the smallest and the largest one. */
const FEWEST = 6;

/** Operators with the positions of values that few others are beyond, in those of a field in order. */
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

/** A comparison in a pack, and the records that it adds to the result of that. */
interface Term {
  readonly member: Member;
  /** Whether it is negated: then it adds the records that do not satisfy it. */
  readonly isNegated: boolean;
  readonly adds: readonly boolean[];
}

/**
 * As few filters as have every operator and join together, for a run with a limit of requests: mostly one or two. Each selects
 * the records that satisfy one of some comparisons or do not satisfy all of some others, and no comparison hides another one:
 * each misreading that changes the result of a comparison changes that of the filter.
 */
export function packedInFew(
  comparisons: readonly Comparison[],
  fields: readonly FieldValues[],
  records: readonly JsonRecord[],
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
  const tried = orders.map((order) => inPacks(byOperator(order).map((one) => memberOf(one, rows))));
  return tried.reduce((best, packs) => (packs.length < best.length ? packs : best));
}

/** The first filters in which members fit that have an operator or a join that those before them do not have. */
function inPacks(members: readonly Member[]): Filter[] {
  const packs: Filter[] = [];
  let left = members;
  while (left.length > 0) {
    const terms = fitting(left);
    packs.push(packOf(terms));
    left = left.filter((member) => !isIn(terms, member));
  }
  return withEachOperator(packs);
}

/** As many comparisons as fit into one filter, the first one in any case. */
function fitting(members: readonly Member[]): Term[] {
  const terms: Term[] = [];
  for (const member of members) {
    if (terms.length >= LONG) break;
    const tried = [false, true]
      .map((isNegated): Term => ({ member, isNegated, adds: member.truth.map((one) => one !== isNegated) }))
      .toSorted((one, other) => countOf(one.adds) - countOf(other.adds));
    const found = tried.find((term) => areShown([...terms, term])) ?? (terms.length === 0 ? tried[0] : undefined);
    if (found !== undefined) terms.push(found);
  }
  return terms;
}

const isIn = (terms: readonly Term[], member: Member): boolean => terms.some((term) => term.member === member);

const countOf = (flags: readonly boolean[]): number => flags.filter(Boolean).length;

/** Whether each misreading of each comparison changes the result of the filter. */
function areShown(terms: readonly Term[]): boolean {
  const counts = terms[0]?.adds.map((_one, row) => terms.filter(({ adds }) => adds[row]).length) ?? [];
  const isOpen = ({ adds }: Term, row: number) => counts[row] === (adds[row] ? 1 : 0);
  return terms.every((term) => term.member.misread.every((changed) => changed.some((row) => isOpen(term, row))));
}

function packOf(terms: readonly Term[]): Filter {
  const of = (isNegated: boolean) =>
    terms.filter((term) => term.isNegated === isNegated).map(({ member }) => member.comparison);
  const [all, negated] = [of(false), of(true)];
  const operand = joined('and', negated);
  return joined('or', [...all, ...(operand === null ? [] : [{ kind: 'not' as const, operand }])]) as Filter;
}

function joined(kind: 'and' | 'or', operands: readonly Filter[]): Filter | null {
  return operands.length > 1 ? { kind, operands } : (operands[0] ?? null);
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
