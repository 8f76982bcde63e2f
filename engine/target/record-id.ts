/**
 * Whether an id can be used in a request path: encoded, it is one segment that no server or client resolves as `.` or
 * `..`.
 */
export function isRecordId(id: unknown): id is string {
  return typeof id === 'string' && !['', '.', '..'].includes(id) && isWellFormed(id);
}

/** Whether a text has no lone surrogate, which no URL can contain. */
function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}
