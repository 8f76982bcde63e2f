import { describe, expect, it } from 'vitest';
import { clearBit, countBits, emptyBits, fullBits, hasBit, rowsOf, setBit } from '../../engine/oracle/bits.js';
import {
  ANYTHING,
  anyOf,
  both,
  bothAll,
  EITHER,
  eitherAll,
  NO,
  negate,
  negateAll,
  type Outcome,
  type Truth,
  truthOf,
  UNKNOWN,
  YES,
} from '../../engine/oracle/truth.js';

const VALUES = [YES, NO, UNKNOWN];
/** Every set of truth values but the empty one. */
const OUTCOMES = [1, 2, 3, 4, 5, 6, 7];
const valuesIn = (outcome: Outcome) => VALUES.filter((value) => (outcome & value) !== 0);
const setOf = (values: readonly number[]) => values.reduce((set, value) => set | value, 0);

/** Three-valued logic of SQL. */
const not = (value: number) => (value === YES ? NO : value === NO ? YES : UNKNOWN);
const and = (one: number, other: number) =>
  one === NO || other === NO ? NO : one === YES && other === YES ? YES : UNKNOWN;

/** A truth with an outcome in each row, and the outcome of each row of a truth. */
function truth(outcomes: readonly Outcome[]): Truth {
  const sets = VALUES.map((value) => {
    const bits = emptyBits(outcomes.length);
    for (const [row, outcome] of outcomes.entries()) if ((outcome & value) !== 0) setBit(bits, row);
    return bits;
  });
  return truthOf(...(sets as [Uint32Array, Uint32Array, Uint32Array]));
}
function outcomesOf(all: Truth, rows: number): Outcome[] {
  const third = all.length / 3;
  return Array.from({ length: rows }, (_unused, row) =>
    setOf(VALUES.filter((_value, at) => hasBit(all.subarray(at * third, (at + 1) * third), row))),
  );
}

const PAIRS = OUTCOMES.flatMap((one) => OUTCOMES.map((other) => [one, other] as const));
const [ones, others] = [PAIRS.map(([one]) => one), PAIRS.map(([, other]) => other)];

describe('sets of truth values', () => {
  it('have names for those that claim nothing', () => {
    expect([EITHER, ANYTHING]).toEqual([YES | NO, YES | NO | UNKNOWN]);
  });

  it.each(OUTCOMES)('are negated value by value: %i', (outcome) => {
    expect(negate(outcome)).toBe(setOf(valuesIn(outcome).map(not)));
  });

  it.each(PAIRS)('are joined by what some choice from both can give: %i and %i', (one, other) => {
    const expected = setOf(valuesIn(one).flatMap((a) => valuesIn(other).map((b) => and(a, b))));

    expect(both(one, other)).toBe(expected);
  });
});

describe('the outcomes of all rows', () => {
  it('are negated and joined as single ones are', () => {
    const [left, right] = [truth(ones), truth(others)];

    expect(outcomesOf(negateAll(left), PAIRS.length)).toEqual(ones.map(negate));
    expect(outcomesOf(bothAll([left, right]), PAIRS.length)).toEqual(PAIRS.map(([a, b]) => both(a, b)));
    expect(outcomesOf(eitherAll([left, right]), PAIRS.length)).toEqual(
      PAIRS.map(([a, b]) => negate(both(negate(a), negate(b)))),
    );
    expect(outcomesOf(anyOf(left, right), PAIRS.length)).toEqual(PAIRS.map(([a, b]) => a | b));
  });

  it('are joined for any number of operands, and none of them changes', () => {
    const operands = [ones, others, ones.toReversed()];
    const truths = operands.map(truth);

    const joined = outcomesOf(bothAll(truths), PAIRS.length);

    expect(joined).toEqual(ones.map((_one, row) => operands.map((own) => own[row] as number).reduce(both)));
    expect(outcomesOf(bothAll([truth(ones)]), PAIRS.length)).toEqual(ones);
    expect(truths.map((own) => outcomesOf(own, PAIRS.length))).toEqual(operands);
  });
});

describe('a set of rows', () => {
  const rows = [0, 1, 30, 31, 32, 63, 64, 69];

  it('has the rows that were set, ascending', () => {
    const bits = emptyBits(70);
    for (const row of rows.toReversed()) setBit(bits, row);

    expect(bits).toHaveLength(3);
    expect(rowsOf(bits)).toEqual(rows);
    expect(Array.from({ length: 70 }, (_unused, row) => row).filter((row) => hasBit(bits, row))).toEqual(rows);
    clearBit(bits, 31);
    clearBit(bits, 2);
    expect(rowsOf(bits)).toEqual(rows.filter((row) => row !== 31));
  });

  it.each([1, 31, 32, 33, 64])('of all %i rows has no other', (count) => {
    expect(rowsOf(fullBits(count))).toEqual(Array.from({ length: count }, (_unused, row) => row));
    expect(emptyBits(count)).toHaveLength(Math.ceil(count / 32));
  });

  it.each([0, 1, 2, 3, 0x80000000, 0xffffffff, 0x12345678, 0xf0f0f0f1])('is counted: %i', (word) => {
    expect(countBits(word)).toBe(word.toString(2).replaceAll('0', '').length);
  });
});
