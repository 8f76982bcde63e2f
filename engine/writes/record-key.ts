/** A record as the key of a map or set: UUIDs are the same in upper and lower case. */
export function recordKey(kind: string, id: string): string {
  return `${kind} ${id.toLowerCase()}`;
}
