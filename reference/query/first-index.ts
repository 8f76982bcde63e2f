/** The index of the first value for which a condition holds that then holds for all later ones. */
export function firstIndex<Value>(values: ArrayLike<Value>, isReached: (value: Value) => boolean): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(values[middle] as Value)) high = middle;
    else low = middle + 1;
  }
  return low;
}
