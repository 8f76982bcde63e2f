/** A JSON Pointer with a star for every index. */
export function starred(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}
