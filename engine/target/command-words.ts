import type { Target } from './target.js';

/** The options that name a target, as words that are not quoted yet; an embedded one has no base URL. */
export function targetWords(target: Target, embedded = false): string[] {
  // A bearer token comes from TOUCHSTONE_TOKEN, however it was given.
  const bearer = /^Bearer /i.test(target.headers('given').authorization ?? '');
  const own = target.headerNames.filter((name) => name !== 'authorization' || !bearer);
  return [
    ...(embedded ? ['--reference'] : ['--base-url', target.baseUrl]),
    ...own.flatMap((name) => ['--header', `${name}: $${name.toUpperCase().replace(/\W/g, '_')}`]),
    ...Object.entries(target.bindings).flatMap(([id, { method, path }]) => ['--bind', `${id}=${method} ${path}`]),
  ];
}

/** A word as a POSIX shell takes it literally, but for the variable of a header. */
export function quoted(word: string): string {
  if (/^[\w!#%&'*+.^|~-]+: \$\w+$/.test(word)) return `"${word}"`;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
