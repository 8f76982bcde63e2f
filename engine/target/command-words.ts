import type { Target } from './target.js';

/** The options that identify a target, as unquoted words; the embedded reference has no base URL. */
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

/** A word quoted for a POSIX shell, except for the variable of a header. */
export function quoted(word: string): string {
  if (/^[\w!#%&'*+.^|~-]+: \$\w+$/.test(word)) return `"${word}"`;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
