/** The first number from 0 on for which a condition holds that then holds for all later ones; `count` if for none below it. */
export function firstNumber(count: number, isReached: (number: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The index of the first value for which a condition holds that then holds for all later ones. */
export function firstIndex<Value>(values: ArrayLike<Value>, isReached: (value: Value) => boolean): number {
  return firstNumber(values.length, (index) => isReached(values[index] as Value));
}
