import type { Comparison, Filter } from '../../../contract/query-language.js';
import type { Member } from './packed.js';
import type { Selectors } from './selectors.js';

/** The maximum number of records that are selected for one comparison. */
const SELECTED = 4;
/** How many choices of records are tried for one comparison. */
const TRIED = 8;

/** A comparison in a filter that joins several, and the records that it adds to the result. */
export interface Term {
  readonly member: Member;
  /** Whether it is negated: then it adds the records that do not satisfy it. */
  readonly isNegated: boolean;
  readonly adds: readonly boolean[];
  /** The indexes of the only records that it is about, each with the comparison that selects it; `null` for all. */
  readonly among: Selectors | null;
}

/** A comparison about all records. */
export function withoutSelectors(member: Member, isNegated: boolean): Term {
  return { member, isNegated, adds: member.truth.map((one) => one !== isNegated), among: null };
}

/** Whether each misreading of each comparison changes the result of the filter. */
export function areShown(terms: readonly Term[]): boolean {
  const counts = terms[0]?.adds.map((_one, row) => terms.filter(({ adds }) => adds[row]).length) ?? [];
  const isOpen = ({ adds, among }: Term, row: number) =>
    (among === null || among.has(row)) && counts[row] === (adds[row] ? 1 : 0);
  return terms.every((term) => term.member.misread.every((changed) => changed.some((row) => isOpen(term, row))));
}

/** A filter of the records that some terms add. */
export function packOf(terms: readonly Term[]): Filter {
  const of = (isNegated: boolean) => terms.filter((term) => term.isNegated === isNegated).map(filterOf);
  const [all, negated] = [of(false), of(true)];
  const operand = joined('and', negated);
  return joined('or', [...all, ...(operand === null ? [] : [{ kind: 'not' as const, operand }])]) as Filter;
}

function filterOf({ member: { comparison }, among }: Term): Filter {
  const selected = among === null ? null : joined('or', [...among.values()]);
  return selected === null ? comparison : { kind: 'and', operands: [comparison, selected] };
}

function joined(kind: 'and' | 'or', operands: readonly Filter[]): Filter | null {
  return operands.length > 1 ? { kind, operands } : (operands[0] ?? null);
}

/**
 * A comparison about a few records that show its misreadings beside some terms: all of them, or with `isWhole` false those that
 * can be shown. `undefined` if there are no such records.
 */
export function amongFew(
  member: Member,
  terms: readonly Term[],
  selectors: Selectors,
  isWhole: boolean,
): Term | undefined {
  const isFree = (row: number) => selectors.has(row) && !terms.some(({ adds }) => adds[row]);
  const free = member.misread.map((changed) => changed.filter(isFree));
  const misread = free.filter(({ length }) => length > 0);
  if (misread.length === 0 || (isWhole && misread.length < free.length)) return undefined;
  const shownBy = (row: number) => misread.filter((changed) => changed.includes(row)).length;
  // A record that shows much comes first, and one that the comparison does not add, since it hides no other one.
  const ranked = [...new Set(misread.flat())]
    .map((row) => ({ row, shown: shownBy(row), isAdded: member.truth[row] === true }))
    .toSorted((one, other) => other.shown - one.shown || Number(one.isAdded) - Number(other.isAdded))
    .map(({ row }) => row);
  for (const first of ranked.slice(0, TRIED)) {
    const rows = showing(misread, ranked, first);
    if (rows.length > SELECTED) continue;
    const among = new Map(rows.map((row) => [row, selectors.get(row) as Comparison]));
    const adds = member.truth.map((one, row) => one && among.has(row));
    const term: Term = { member: { ...member, misread }, isNegated: false, adds, among };
    if (areShown([...terms, term])) return term;
  }
  return undefined;
}

/** Few records, the given one and others, of which one changes with each misreading. */
function showing(misread: Member['misread'], ranked: readonly number[], first: number): number[] {
  const rows = [first];
  for (;;) {
    const left = misread.filter((changed) => !changed.some((row) => rows.includes(row)));
    if (left.length === 0) return rows;
    const gain = (row: number) => left.filter((changed) => changed.includes(row)).length;
    rows.push(ranked.reduce((best, row) => (gain(row) > gain(best) ? row : best)));
  }
}
