import type { Bits } from './bits.js';

/**
 * What a store may make of a comparison, as a set of the three truth values of SQL. More than one of them: the
 * reading does not decide, and nothing is claimed.
 */
export type Outcome = number;

export const YES = 1;
export const NO = 2;
export const UNKNOWN = 4;
/** Yes or no, who can tell. */
export const EITHER = YES | NO;
/** Nothing at all is claimed. */
export const ANYTHING = YES | NO | UNKNOWN;

/** `-not`: yes and no change places, unknown stays. */
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

/** `both`, row by row. */
export const bothAll = (one: Truth, other: Truth): Truth => joinAll(one, other, 0);

/** `-or` by three-valued logic, row by row: `both` with yes and no in each other's place. */
export const eitherAll = (one: Truth, other: Truth): Truth => joinAll(one, other, one.length / 3);

/** `needed` is where the set begins that both must be in: yes for `-and`, no for `-or`; the other set takes either. */
function joinAll(one: Truth, other: Truth, needed: number): Truth {
  const third = one.length / 3;
  const enough = third - needed;
  const result = new Uint32Array(one.length);
  for (let at = 0; at < third; at += 1) {
    const [a, b] = [one[needed + at] as number, other[needed + at] as number];
    const [unknown, otherUnknown] = [one[third * 2 + at] as number, other[third * 2 + at] as number];
    result[needed + at] = a & b;
    result[enough + at] = (one[enough + at] as number) | (other[enough + at] as number);
    result[third * 2 + at] = (unknown & (otherUnknown | b)) | (otherUnknown & a);
  }
  return result;
}

/** What either of two readings may make of a comparison. */
export function anyOf(one: Truth, other: Truth): Truth {
  const result = one.slice();
  for (let at = 0; at < result.length; at += 1) result[at] = (result[at] as number) | (other[at] as number);
  return result;
}
