/** Whether a value is an id, in any case: UUIDs are the same in upper and lower case. */
export function sameId(value: unknown, id: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === id.toLowerCase();
}
