/** The most headers of a response that are kept, and the most characters of them: a run keeps thousands of responses. */
export const MAX_HEADERS = 100;
export const MAX_HEADER_CHARACTERS = 8 * 1024;
/** What rules and the client read: it comes first, so that it is kept whatever else a response has. */
const READ = new Set(['content-type', 'content-encoding', 'content-length', 'location', 'retry-after', 'date']);

/** The headers of a response with one value for each name; if they are many or long, the first of them. */
export function keptHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  const names = Object.keys(headers).filter((name) => headers[name] !== undefined);
  const ordered = [...names.filter((name) => READ.has(name)), ...names.filter((name) => !READ.has(name))];
  let left = MAX_HEADER_CHARACTERS;
  for (const name of ordered.slice(0, MAX_HEADERS)) {
    const value = [headers[name] ?? []].flat().join(', ');
    left -= name.length;
    if (left <= 0) break;
    kept[name] = value.length <= left ? value : copyOf(value.slice(0, left));
    left -= value.length;
  }
  return kept;
}

/** A text of its own: a part of a text keeps all of it in memory. */
function copyOf(part: string): string {
  return Buffer.from(part).toString();
}
