/** Whether two ids name the same record: a UUID is read in any case. */
export function isSameId(one: unknown, other: string): boolean {
  return String(one).toLowerCase() === other.toLowerCase();
}
