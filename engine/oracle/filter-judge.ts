import type { Comparison, Filter } from '../../contract/query-language.js';
import { type Bits, countBits, emptyBits, hasBit, rowsOf, setBit } from './bits.js';
import { type Comparisons, type Cores, isOfOneText, Leaf } from './leaf.js';
import { NULL_POLICIES, type NullPolicy } from './null-policies.js';
import { cheapest, digitsOf, type Evidence, type Settled, settle } from './settle.js';
import type { Table } from './table.js';
import { anyOf, bothAll, eitherAll, negateAll, type Truth } from './truth.js';

/** The maximum number of combinations of readings for one filter; beyond it, a field may have any of its readings. */
const COMBINATIONS = 96;

/** The response to a filter: the identities of all records, or of some pages if it is not `whole`. */
export interface FilterAnswer {
  readonly filter: Filter;
  readonly ids: readonly string[];
  readonly whole: boolean;
}

/** How a response differs from the closest reading, by the identities of records; at least one list is not empty. */
export interface Difference {
  /** Records that match but are not returned. */
  readonly missing: readonly string[];
  /** Records that are returned but do not match. */
  readonly extra: readonly string[];
  /** Records that are returned more than once. */
  readonly repeated: readonly string[];
}

/** A wrong response: its index among the judged ones, and how it differs. */
export interface Accusation extends Difference {
  readonly index: number;
}

export interface FilterVerdict {
  readonly wrong: readonly Accusation[];
  readonly settled: Settled;
}

/** A response in terms of the table. */
interface Case extends Evidence {
  readonly answered: Bits;
  readonly repeated: readonly string[];
  readonly expect: (classes: readonly number[], policy: number) => Truth;
  readonly whole: boolean;
}

/**
 * Judges all responses of a target to filters of one list together: see `settle`. Identities without a record in the
 * table are not judged; a caller that has read the whole list knows how to treat them.
 */
export class FilterJudge {
  readonly #table: Table;
  readonly #cores: Cores = new Map();
  readonly #cases: Case[] = [];

  constructor(table: Table) {
    this.#table = table;
  }

  /** Adds a response as evidence; returns the index that `verdict` uses for it. */
  add(answer: FilterAnswer): number {
    return this.#cases.push(this.#caseOf(answer)) - 1;
  }

  /** The verdict on all responses so far. */
  verdict(): FilterVerdict {
    const settled = settle(this.#cases, NULL_POLICIES.length);
    const wrong = this.#cases.flatMap((own, index) => {
      const difference = this.#differenceOf(own, settled);
      return difference === null ? [] : [{ index, ...difference }];
    });
    return { wrong, settled };
  }

  /**
   * How one more response differs under settled readings, or null if it does not; it is not added as evidence. For the
   * steps of a shrinker, and for filters sent after the verdict.
   */
  difference(answer: FilterAnswer, settled: Settled): Difference | null {
    return this.#differenceOf(this.#caseOf(answer), settled);
  }

  /**
   * For a wrong response, a correct one that contradicts it under every reading: the other half of the proof. Null if
   * the response is wrong by itself, or only several others together contradict it.
   */
  contradiction(index: number, settled: Settled): number | null {
    const own = this.#cases[index];
    if (own === undefined || own.cost.every((cost) => cost > 0)) return null;
    const explains = (other: Case, { policies, readings }: Settled) =>
      cheapest(other, policies[0] ?? 0, readings).cost === 0;
    const found = this.#cases.findIndex((other) => {
      if (other === own || !explains(other, settled)) return false;
      const together = settle([own, other], NULL_POLICIES.length);
      return !explains(own, together) || !explains(other, together);
    });
    return found < 0 ? null : found;
  }

  #caseOf({ filter, ids, whole }: FilterAnswer): Case {
    const { leaves, evaluate } = compile(filter, this.#table, this.#cores);
    const { policyClassOf, policies } = groupPolicies(leaves);
    const { fields, classOf, counts, picks } = groupFields(leaves, COMBINATIONS / policies.length);
    const { answered, repeated } = this.#rowsOf(ids);
    const expect = (classes: readonly number[], policy: number) => {
      const own = new Map(classes.flatMap((one, at) => [...((picks[at] as Pick[])[one] as Pick)]));
      const nulls = NULL_POLICIES[policy] as NullPolicy;
      return evaluate((leaf) => {
        const [first = 0, ...others] = own.get(leaf) ?? [];
        return others.reduce((truth, index) => anyOf(truth, leaf.truth(index, nulls)), leaf.truth(first, nulls));
      });
    };
    const size = counts.reduce((product, count) => product * count, 1);
    const cost = new Int32Array(policies.length * size);
    for (const index of cost.keys()) {
      const truth = expect(digitsOf(index, counts), policies[Math.floor(index / size)] as number);
      const { missing, extra } = this.#compare(truth, answered, whole);
      for (let at = 0; at < missing.length; at += 1) {
        (cost[index] as number) += countBits(missing[at] as number) + countBits(extra[at] as number);
      }
      (cost[index] as number) += repeated.length;
    }
    return { fields, classOf, counts, policyClassOf, cost, answered, repeated, expect, whole };
  }

  /** The rows that must be returned and are not, and those that are returned and must not be. */
  #compare(truth: Truth, answered: Bits, whole: boolean): { missing: Bits; extra: Bits } {
    const { all } = this.#table;
    const { length } = all;
    const [missing, extra] = [new Uint32Array(length), new Uint32Array(length)];
    for (let at = 0; at < length; at += 1) {
      const yes = truth[at] as number;
      const open = (truth[length + at] as number) | (truth[length * 2 + at] as number);
      if (whole) missing[at] = yes & ~open & (all[at] as number) & ~(answered[at] as number);
      extra[at] = (answered[at] as number) & ~yes & (all[at] as number);
    }
    return { missing, extra };
  }

  #rowsOf(ids: readonly string[]) {
    const answered = emptyBits(this.#table.records.length);
    const repeated = new Set<string>();
    const shared = new Map<string, number>();
    for (const id of ids) {
      const rows = this.#table.rowsOf(id);
      const [row, ...others] = rows;
      if (row === undefined) continue;
      const times = others.length === 0 ? Number(hasBit(answered, row)) : (shared.get(id) ?? 0);
      if (times >= rows.length) repeated.add(id);
      if (others.length > 0) shared.set(id, times + 1);
      setBit(answered, row);
    }
    return { answered, repeated: [...repeated].sort() };
  }

  #differenceOf(own: Case, { policies, readings }: Settled): Difference | null {
    const [policy = 0] = policies;
    const { cost, classes } = cheapest(own, policy, readings);
    if (cost === 0) return null;
    const { missing, extra } = this.#compare(own.expect(classes, policy), own.answered, own.whole);
    const idsOf = (bits: Bits) => rowsOf(bits).map((row) => this.#table.idOf(row));
    return { missing: idsOf(missing), extra: idsOf(extra), repeated: own.repeated };
  }
}

/** The classes of a leaf for one class of a field; several if the field may have any. */
type Pick = ReadonlyMap<Leaf, readonly number[]>;

/** Groups the readings of each field of a filter by the outcomes of all its comparisons. */
function groupFields(leaves: readonly Leaf[], most: number) {
  const claimed = leaves.filter((leaf) => leaf.classOf !== null);
  const fields = [...new Set(claimed.map(({ field }) => field))].sort();
  const grouped = fields.map((field) => {
    const own = claimed.filter((leaf) => leaf.field === field);
    const deciding = [
      ...new Set(own.map((leaf) => leaf.classOf ?? []).filter((classes) => classes.some((one) => one > 0))),
    ];
    const { classOf, firsts } = group(own[0]?.classOf?.length ?? 0, (reading) =>
      deciding.map((classes) => classes[reading]).join(),
    );
    const picks = firsts.map((reading): Pick => new Map(own.map((leaf) => [leaf, [leaf.classOf?.[reading] ?? 0]])));
    return { classOf, picks };
  });
  while (grouped.reduce((product, { picks }) => product * picks.length, 1) > most) blurLargest(grouped);
  return {
    fields,
    classOf: grouped.map(({ classOf }) => classOf),
    counts: grouped.map(({ picks }) => picks.length),
    picks: grouped.map(({ picks }) => picks),
  };
}

/** Merges all classes of the field with the most classes. */
function blurLargest(grouped: { classOf: number[]; picks: Pick[] }[]): void {
  const most = Math.max(...grouped.map(({ picks }) => picks.length));
  const largest = grouped.find(({ picks }) => picks.length === most);
  if (largest === undefined) return;
  const leaves = [...(largest.picks[0]?.keys() ?? [])];
  const all = leaves.map(
    (leaf) => [leaf, [...new Set(largest.picks.flatMap((pick) => pick.get(leaf) ?? []))]] as const,
  );
  largest.picks = [new Map(all)];
  largest.classOf.fill(0);
}

function groupPolicies(leaves: readonly Leaf[]) {
  const kinds = [...new Map(leaves.map((leaf) => [leaf.policyKind, leaf])).values()];
  const { classOf, firsts } = group(NULL_POLICIES.length, (policy) =>
    kinds.map((leaf) => leaf.policyKey(NULL_POLICIES[policy] as NullPolicy)).join(),
  );
  return { policyClassOf: classOf, policies: firsts };
}

/** Groups the numbers below a count by a key: the group of each, and the first number of each group. */
function group(count: number, keyOf: (index: number) => string): { classOf: number[]; firsts: number[] } {
  const known = new Map<string, number>();
  const firsts: number[] = [];
  const classOf = Array.from({ length: count }, (_unused, index) => {
    const key = keyOf(index);
    const own = known.get(key) ?? firsts.push(index) - 1;
    known.set(key, own);
    return own;
  });
  return { classOf, firsts };
}

type Evaluate = (truthOf: (leaf: Leaf) => Truth) => Truth;

/** The leaves of a filter, and the filter as a function of their truths. */
function compile(filter: Filter, table: Table, cores: Cores): { leaves: readonly Leaf[]; evaluate: Evaluate } {
  const leaves: Leaf[] = [];
  const leafOf = (comparisons: Comparisons): Evaluate => {
    const leaf = new Leaf(table, comparisons, cores);
    leaves.push(leaf);
    return (truthOf) => truthOf(leaf);
  };
  const build = (part: Filter): Evaluate => {
    if (part.kind === 'comparison') return leafOf([part]);
    if (part.kind === 'not') {
      const operand = build(part.operand);
      return (truthOf) => negateAll(operand(truthOf));
    }
    const { groups, others } =
      part.kind === 'or' ? together(part.operands, table) : { groups: [], others: part.operands };
    const operands = [...groups.map(leafOf), ...others.map(build)];
    const join = part.kind === 'and' ? bothAll : eitherAll;
    return (truthOf) => join(operands.map((operand) => operand(truthOf)));
  };
  return { evaluate: build(filter), leaves };
}

/** The comparisons among operands of an `-or` that can be one leaf, by field, and the other operands. */
function together(operands: readonly Filter[], table: Table) {
  const byField = new Map<string, [Comparison, ...Comparison[]]>();
  const others: Filter[] = [];
  for (const operand of operands) {
    if (operand.kind !== 'comparison' || !isOfOneText(table, operand)) others.push(operand);
    else {
      const group = byField.get(operand.field);
      if (group === undefined) byField.set(operand.field, [operand]);
      else group.push(operand);
    }
  }
  return { groups: [...byField.values()], others };
}
