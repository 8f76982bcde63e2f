/** Distinct values in shrink order: values of only letters and digits first, shorter ones first. */
export function simplestFirst<Value extends string | number>(values: readonly Value[]): readonly Value[] {
  const rank = (value: Value) => (/^[A-Za-z0-9]+$/.test(`${value}`) ? 0 : 100_000) + `${value}`.length;
  return [...new Set(values)].sort((one, other) => rank(one) - rank(other));
}
