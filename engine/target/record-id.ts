/**
 * Whether an id names a record in the path of a request: encoded, it is one segment that no server or client takes for
 * the folder itself or the one above.
 */
export function isRecordId(id: unknown): id is string {
  return typeof id === 'string' && !['', '.', '..'].includes(id) && isWellFormed(id);
}

/** Whether a text has no half of a surrogate pair, which no URL can hold. */
function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}
