import type { Comparison, Filter, Literal, Operator } from '../../../contract/query-language.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import type { FieldValues } from '../../../generators/values/field-values.js';
import { sameDay } from './expressions.js';
import { comparisonsIn, namesIn } from './names-in.js';
import { misreadingsOf } from './misreadings.js';
import { type Member, memberOf, RECORDS } from './packed.js';

/** The maximum number of comparisons in one filter, not counting those that select records for one of them. */
const LONG = 24;
/** The number of filters that are sent to try operators with more than one type. */
const FEW = 2;
/** The maximum number of records that are selected for one comparison. */
const SELECTED = 4;
/** How many choices of records are tried for one comparison. */
const TRIED = 8;
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
  /** The indexes of the only records that it is about, each with the comparison that selects it; `null` for all. */
  readonly among: ReadonlyMap<number, Comparison> | null;
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
  close: readonly Comparison[] = [],
): Filter[] {
  const rows = records.slice(0, RECORDS);
  const selectors = selectorsOf(fields, rows);
  const narrow = extremes(fields);
  const orders = [
    [...narrow, ...comparisons],
    [...narrow.toReversed(), ...comparisons],
    [...comparisons, ...narrow],
    [...narrow, ...comparisons.toReversed()],
    [...comparisons.toReversed(), ...narrow],
  ];
  const narrowly = close.map((one) => memberOf(one, rows, misreadingsOf(one.literal.type)));
  const tried = orders.map((order) =>
    inPacks(
      byOperator(order).map((one) => memberOf(one, rows)),
      narrowly,
      selectors,
    ),
  );
  const kindsIn = (packs: readonly Filter[]) => new Set(packs.flatMap(comparisonsIn).map(kindOf)).size;
  const [best = []] = tried.toSorted((one, other) => one.length - other.length || kindsIn(other) - kindsIn(one));
  return best;
}

/**
 * The first filters in which members fit that have an operator or a join that those before them do not have, and few that have
 * one for another type; with as many of some close comparisons as fit beside them.
 */
function inPacks(
  members: readonly Member[],
  close: readonly Member[],
  selectors: ReadonlyMap<number, Comparison>,
): Filter[] {
  const packs: Term[][] = [];
  const known = new Set<string>();
  let left = members;
  while (left.length > 0) {
    const terms = fitting(left, selectors);
    const pack = packOf(terms);
    const names = [...namesIn(pack), ...(packs.length < FEW ? comparisonsIn(pack).map(kindOf) : [])];
    if (names.some((name) => !known.has(name))) packs.push(terms);
    for (const name of names) known.add(name);
    left = left.filter((member) => !isIn(terms, member));
  }
  let waiting = close;
  return packs.map((terms) => {
    const all = extended(terms, waiting, selectors);
    waiting = waiting.filter((member) => !isIn(all, member));
    return packOf(all);
  });
}

/** As many comparisons as fit into one filter, the first one in any case. */
function fitting(members: readonly Member[], selectors: ReadonlyMap<number, Comparison>): Term[] {
  const terms: Term[] = [];
  for (const member of members) {
    if (terms.length >= LONG) break;
    const tried = [false, true]
      .map(
        (isNegated): Term => ({
          member,
          isNegated,
          adds: member.truth.map((one) => one !== isNegated),
          among: null,
        }),
      )
      .toSorted((one, other) => countOf(one.adds) - countOf(other.adds));
    const found = tried.find((term) => areShown([...terms, term])) ?? (terms.length === 0 ? tried[0] : undefined);
    if (found !== undefined) terms.push(found);
  }
  const kinds = new Set(terms.map(({ member }) => kindOf(member.comparison)));
  const lacking = members.filter(({ comparison }) => !kinds.has(kindOf(comparison)));
  return extended(terms, lacking, selectors, ({ comparison }) => kindOf(comparison));
}

/** Terms with others, each about a few records alone; of those of one kind, the first that fits. */
function extended(
  terms: readonly Term[],
  members: readonly Member[],
  selectors: ReadonlyMap<number, Comparison>,
  kind: (member: Member) => unknown = (member) => member,
): Term[] {
  const all = [...terms];
  const kinds = new Set<unknown>();
  for (const member of members) {
    if (all.length >= LONG) break;
    if (kinds.has(kind(member))) continue;
    const found = amongFew(member, all, selectors);
    if (found === undefined) continue;
    all.push(found);
    kinds.add(kind(member));
  }
  return all;
}

/** A comparison about records that show each of its misreadings beside some terms; `undefined` if there are none. */
function amongFew(
  member: Member,
  terms: readonly Term[],
  selectors: ReadonlyMap<number, Comparison>,
): Term | undefined {
  const isFree = (row: number) => selectors.has(row) && !terms.some(({ adds }) => adds[row]);
  const misread = member.misread.map((changed) => changed.filter(isFree));
  if (misread.length === 0 || misread.some(({ length }) => length === 0)) return undefined;
  const candidates = [...new Set(misread.flat())];
  const shownBy = new Map(candidates.map((row) => [row, misread.filter((changed) => changed.includes(row)).length]));
  // A record that shows much comes first, and one that the comparison does not add, since it hides no other one.
  const ranked = candidates.toSorted(
    (one, other) =>
      (shownBy.get(other) ?? 0) - (shownBy.get(one) ?? 0) || Number(member.truth[one]) - Number(member.truth[other]),
  );
  for (const first of ranked.slice(0, TRIED)) {
    const rows = [first];
    for (;;) {
      const left = misread.filter((changed) => !changed.some((row) => rows.includes(row)));
      if (left.length === 0) break;
      const gain = (row: number) => left.filter((changed) => changed.includes(row)).length;
      rows.push(ranked.reduce((best, row) => (gain(row) > gain(best) ? row : best)));
    }
    if (rows.length > SELECTED) continue;
    const among = new Map(rows.map((row) => [row, selectors.get(row) as Comparison]));
    const adds = member.truth.map((one, row) => one && among.has(row));
    const term: Term = { member, isNegated: false, adds, among };
    if (areShown([...terms, term])) return term;
  }
  return undefined;
}

/** For records by their indexes, the comparison with a text that no other record has, or has a part of. */
function selectorsOf(fields: readonly FieldValues[], rows: readonly JsonRecord[]): Map<number, Comparison> {
  const selectors = new Map<number, Comparison>();
  for (const { field, type } of fields) {
    if (type !== 'string') continue;
    const all = rows.map(({ [field]: value }) => (typeof value === 'string' ? value.toLowerCase() : ''));
    for (const [row, { [field]: value }] of rows.entries()) {
      if (selectors.has(row) || typeof value !== 'string' || !PLAIN.test(value)) continue;
      if (all.filter((other) => other.includes(value.toLowerCase())).length > 1) continue;
      selectors.set(row, { kind: 'comparison', field, operator: '-eq', literal: { type, value } });
    }
  }
  return selectors;
}

/** A text that selects a record whatever a target does with spaces at its ends, with quotes or with wildcards. */
const PLAIN = /^[A-Za-z0-9](?:[A-Za-z0-9 .@-]*[A-Za-z0-9])?$/;

const isIn = (terms: readonly Term[], member: Member): boolean => terms.some((term) => term.member === member);

const kindOf = ({ operator, literal }: Comparison): string => `${operator} ${literal.type}`;

const countOf = (flags: readonly boolean[]): number => flags.filter(Boolean).length;

/** Whether each misreading of each comparison changes the result of the filter. */
function areShown(terms: readonly Term[]): boolean {
  const counts = terms[0]?.adds.map((_one, row) => terms.filter(({ adds }) => adds[row]).length) ?? [];
  const isOpen = ({ adds }: Term, row: number) => counts[row] === (adds[row] ? 1 : 0);
  return terms.every((term) =>
    term.member.misread.every((changed) =>
      changed.some((row) => (term.among === null || term.among.has(row)) && isOpen(term, row)),
    ),
  );
}

function packOf(terms: readonly Term[]): Filter {
  const of = (isNegated: boolean) =>
    terms.filter((term) => term.isNegated === isNegated).map(({ member: { comparison }, among }): Filter => {
      if (among === null) return comparison;
      return { kind: 'and', operands: [comparison, joined('or', [...among.values()]) ?? comparison] };
    });
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
