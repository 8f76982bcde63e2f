/**
 * Whether an id can be used in a request path: encoded, it is one segment that no server or client resolves as `.` or
 * `..`, and it has no unpaired surrogate, which no URL can contain.
 */
export function isRecordId(id: unknown): id is string {
  return typeof id === 'string' && !['', '.', '..'].includes(id) && id.isWellFormed();
}
