/** Whether a value is this id: the case of a UUID does not matter. */
export function isSameId(value: unknown, id: string): boolean {
  return String(value).toLowerCase() === id.toLowerCase();
}
