/** What a field that can be filtered and sorted holds, null aside. */
export type Scalar = string | number | boolean;

/**
 * Orders texts by code point: no letter is the same as another, whatever its case, accents or normal form. The
 * comparison of the language is by UTF-16 code unit, which puts emoji before some letters.
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
