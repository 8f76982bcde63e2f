/** A value other than null of a field that can be filtered and sorted. */
export type Scalar = string | number | boolean;

/**
 * Orders strings by code point: letters that differ in case, accents or normal form are different. JavaScript compares
 * UTF-16 code units, which puts emoji before some letters.
 */
export function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const difference = left.charCodeAt(at) - right.charCodeAt(at);
    if (difference !== 0) return rank(left.charCodeAt(at)) - rank(right.charCodeAt(at)) || difference;
  }
  return left.length - right.length;
}

/** Surrogates stand for code points above all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? 1 : 0;
}

/** Orders two values of one type; false comes before true. */
export function compareValues(left: Scalar, right: Scalar): number {
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  return Number(left) - Number(right);
}
