/** Values in an order to shrink along, none twice: those of letters and digits alone first, and shorter ones first. */
export function simplestFirst<Value extends string | number>(values: readonly Value[]): readonly Value[] {
  const rank = (value: Value) => (/^[A-Za-z0-9]+$/.test(`${value}`) ? 0 : 100_000) + `${value}`.length;
  return [...new Set(values)].sort((one, other) => rank(one) - rank(other));
}
