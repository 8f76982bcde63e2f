/** A part of a text, from one of its characters to another, as `slice` counts them: half of a surrogate pair cannot be sent. */
export function cut(text: string, start: number, end?: number): string {
  return [...text].slice(start, end).join('');
}

/** Both halves of a text; the first one is longer if they differ. */
export function halvesOf(text: string): [first: string, second: string] {
  const middle = Math.ceil([...text].length / 2);
  return [cut(text, 0, middle), cut(text, middle)];
}
