import type { Bits } from './bits.js';

/**
 * The possible outcomes of a comparison, as a set of the three truth values of SQL. More than one means that the
 * reading does not decide, and nothing is claimed.
 */
export type Outcome = number;

export const YES = 1;
export const NO = 2;
export const UNKNOWN = 4;
/** Yes or no: nothing is claimed between them. */
export const EITHER = YES | NO;
/** Any outcome: nothing is claimed. */
export const ANYTHING = YES | NO | UNKNOWN;

/** `-not`: swaps yes and no; unknown stays. */
export const negate = (outcome: Outcome): Outcome =>
  ((outcome & YES) << 1) | ((outcome & NO) >> 1) | (outcome & UNKNOWN);

/** `-and` by three-valued logic, over sets: each value that some choice from both can give. */
export function both(one: Outcome, other: Outcome): Outcome {
  const unknown = (one & UNKNOWN && other & (UNKNOWN | YES)) || (other & UNKNOWN && one & YES);
  return (one & other & YES) | ((one | other) & NO) | (unknown ? UNKNOWN : 0);
}

/** An outcome for each row of a table: three sets of rows in one array, those of yes, of no and of unknown. */
export type Truth = Uint32Array;

export function truthOf(yes: Bits, no: Bits, unknown: Bits): Truth {
  const truth = new Uint32Array(yes.length * 3);
  truth.set(yes);
  truth.set(no, yes.length);
  truth.set(unknown, yes.length * 2);
  return truth;
}

/** `negate`, row by row. */
export function negateAll(truth: Truth): Truth {
  const third = truth.length / 3;
  const result = truth.slice();
  result.copyWithin(0, third, third * 2);
  result.set(truth.subarray(0, third), third);
  return result;
}

/** `both`, row by row, for any number of truths; there is at least one. */
export const bothAll = (truths: readonly Truth[]): Truth => joinAll(truths, 'yes');

/** `-or` by three-valued logic, row by row: `both` with yes and no in each other's place. */
export const eitherAll = (truths: readonly Truth[]): Truth => joinAll(truths, 'no');

/** `needed` is the outcome that all must have for the joined one to have it: yes for `-and`, no for `-or`. */
function joinAll([first, ...others]: readonly Truth[], needed: 'yes' | 'no'): Truth {
  const result = (first as Truth).slice();
  const third = result.length / 3;
  const all = needed === 'yes' ? 0 : third;
  const any = third - all;
  for (const other of others) {
    for (let at = 0; at < third; at += 1) {
      const [a, b] = [result[all + at] as number, other[all + at] as number];
      const [unknown, otherUnknown] = [result[third * 2 + at] as number, other[third * 2 + at] as number];
      result[all + at] = a & b;
      result[any + at] = (result[any + at] as number) | (other[any + at] as number);
      result[third * 2 + at] = (unknown & (otherUnknown | b)) | (otherUnknown & a);
    }
  }
  return result;
}

/** The outcomes under either of two readings. */
export function anyOf(one: Truth, other: Truth): Truth {
  const result = one.slice();
  for (let at = 0; at < result.length; at += 1) result[at] = (result[at] as number) | (other[at] as number);
  return result;
}
