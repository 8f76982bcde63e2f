/** Whether a value is this id: the case of a UUID does not matter. */
export function isSameId(value: unknown, id: string): boolean {
  return String(value).toLowerCase() === id.toLowerCase();
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Whether a text is a UUID, in any letter case. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Whether two values are one UUID: a target may store it in another letter case than it got. */
export function isSameUuid(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && UUID.test(one) && isSameId(other, one);
}

/** Whether a record has one of these ids. */
export function isOneOf(ids: readonly string[]): (record: { readonly id: string }) => boolean {
  const known = new Set(ids.map((id) => id.toLowerCase()));
  return ({ id }) => known.has(id.toLowerCase());
}
