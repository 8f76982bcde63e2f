/** A few values at even distances over a list, in its order. */
export function spread<Value>(values: readonly Value[], count: number): Value[] {
  const step = Math.max(1, Math.floor(values.length / count));
  return values.filter((_value, index) => index % step === 0).slice(0, count);
}
