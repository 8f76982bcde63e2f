/** Whether two ids name the same record: the case of a UUID does not matter. */
export function isSameId(one: unknown, other: string): boolean {
  return String(one).toLowerCase() === other.toLowerCase();
}
