/** Whether a value is this id: the case of a UUID does not matter. */
export function isSameId(value: unknown, id: string): boolean {
  return String(value).toLowerCase() === id.toLowerCase();
}

/** Whether a record has one of these ids. */
export function isOneOf(ids: readonly string[]): (record: { readonly id: string }) => boolean {
  const known = new Set(ids.map((id) => id.toLowerCase()));
  return ({ id }) => known.has(id.toLowerCase());
}
