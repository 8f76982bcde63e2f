/** The key of a record in a map or set: UUIDs are equal in upper and lower case. */
export function recordKey(kind: string, id: string): string {
  return `${kind} ${id.toLowerCase()}`;
}
