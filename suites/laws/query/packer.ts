import type { Comparison, Filter } from '../../../contract/query-language.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import { printFilter } from '../../../generators/filter/print-filter.js';
import { amongFew, areShown, packOf, type Term, withoutSelectors } from './few-terms.js';
import { namesIn } from './names-in.js';
import type { Member } from './packed.js';
import type { Selectors } from './selectors.js';

/** The maximum number of characters of a filter. */
const LONG = 1600;
const JOINS = ['-and', '-or', '-not'];
/** The number of filters that are sent to try operators with more than one kind of value. */
const FEW = 2;
/** The fewest records that can be selected where comparisons that many records satisfy are only about some of them. */
const SELECTABLE = 8;
/** The number of records that the others may add. */
const NARROW = 3;

/** Joins comparisons over records of which some can be selected. */
export class Packer {
  readonly #rows: readonly JsonRecord[];
  readonly #selectors: Selectors;
  readonly #most: number;

  constructor(rows: readonly JsonRecord[], selectors: Selectors) {
    this.#rows = rows;
    this.#selectors = selectors;
    this.#most = selectors.size < SELECTABLE ? rows.length : NARROW;
  }

  /**
   * The first filters in which members fit that have an operator or a join that those before them do not have, and few that
   * have one for another kind of value; with as many of some close comparisons, and of the others, as fit beside them.
   */
  inPacks(members: readonly Member[], close: readonly Member[]): Filter[] {
    const packs: Term[][] = [];
    const known = new Set<string>();
    const isKnown = (member: Member) => known.has(this.#kindOf(member));
    const operators = new Set(members.map(({ comparison }) => comparison.operator));
    let left = members;
    while (left.length > 0) {
      const fresh = packs.length < FEW ? left.filter((member) => !isKnown(member)) : [];
      if (packs.length >= FEW && [...operators, ...JOINS].every((name) => known.has(name))) break;
      const terms = this.#fitting(fresh.length > 0 ? fresh : left);
      const names = [...namesIn(packOf(terms)), ...terms.map(({ member }) => this.#kindOf(member))];
      const counted = packs.length < FEW ? names : namesIn(packOf(terms));
      if (counted.some((name) => !known.has(name))) packs.push(terms);
      for (const name of names) known.add(name);
      left = left.filter((member) => !isIn(terms, member));
    }
    const waiting = new Set([...close, ...left]);
    return packs.map((terms) => {
      const all = this.#filled(
        terms,
        close.filter((member) => waiting.has(member)),
        left.filter((member) => waiting.has(member)),
      );
      for (const member of waiting) if (isIn(all, member)) waiting.delete(member);
      return packOf(all);
    });
  }

  /** A comparison of each kind, as many as fit into one filter; the first one in any case. */
  #fitting(members: readonly Member[]): Term[] {
    const kinds = new Set<string>();
    const terms: Term[] = [];
    for (const find of [this.#ofAll, this.#ofFew]) {
      for (const member of members) {
        const kind = this.#kindOf(member);
        const found = kinds.has(kind) ? undefined : find(member, terms);
        if (found === undefined || !fits([...terms, found])) continue;
        kinds.add(kind);
        terms.push(found);
      }
    }
    return terms.length > 0 ? terms : members.slice(0, 1).map((member) => withoutSelectors(member, false));
  }

  /** Terms with close comparisons and others, as long as these fit. */
  #filled(terms: readonly Term[], close: readonly Member[], others: readonly Member[]): Term[] {
    const all = [...terms];
    const add = (find: (member: Member, terms: readonly Term[]) => Term | undefined) => (member: Member) => {
      const found = isIn(all, member) ? undefined : find(member, all);
      if (found !== undefined && fits([...all, found])) all.push(found);
    };
    close.forEach(add(this.#ofFew));
    close.forEach(add((member, own) => amongFew(member, own, this.#selectors, false)));
    others.forEach(add(this.#ofAll));
    return all;
  }

  /** The narrower one of a comparison and its negation that hides no other one, and that no other one hides. */
  readonly #ofAll = (member: Member, terms: readonly Term[]): Term | undefined =>
    [false, true]
      .map((isNegated) => withoutSelectors(member, isNegated))
      .filter(({ adds }) => countOf(adds) <= this.#most)
      .toSorted((one, other) => countOf(one.adds) - countOf(other.adds))
      .find((term) => areShown([...terms, term]));

  readonly #ofFew = (member: Member, terms: readonly Term[]): Term | undefined =>
    amongFew(member, terms, this.#selectors, true);

  #kindOf({ comparison }: Member): string {
    return this.kindOf(comparison);
  }

  /** The operator and the kind of value: a type, and for texts one that a record has, has in another letter case, or does not have. */
  readonly kindOf = ({ field, operator, literal }: Comparison): string => {
    const { type, value } = literal;
    if (type === 'boolean') return `${operator} ${value}`;
    if (type === 'date') return `${operator} ${type}`;
    // What a record shows of a number with a fraction may be rounded, which proves less.
    if (type === 'number') return `${operator} ${this.#isWhole(field) ? 'integer' : type}`;
    const isPart = operator.endsWith('contains');
    const has = (own: string, sought: string) => (isPart ? own.includes(sought) : own === sought);
    const held = this.#rows.map(({ [field]: own }) => String(own));
    if (held.some((own) => has(own, value))) return `${operator} ${type} as it is`;
    const isOtherCase = held.some((own) => has(own.toLowerCase(), value.toLowerCase()));
    return `${operator} ${type} ${isOtherCase ? 'in another case' : 'of no record'}`;
  };

  #isWhole(field: string): boolean {
    return this.#rows.every(({ [field]: own }) => typeof own !== 'number' || Number.isInteger(own));
  }
}

/** Whether a filter is short enough for most servers. */
const fits = (terms: readonly Term[]): boolean => printFilter(packOf(terms)).length <= LONG;

const isIn = (terms: readonly Term[], member: Member): boolean =>
  terms.some((term) => term.member.comparison === member.comparison);

const countOf = (flags: readonly boolean[]): number => flags.filter(Boolean).length;
