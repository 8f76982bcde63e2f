import { optionWords } from '../../options/text.js';
import type { Target } from './target.js';

/** The options that identify a target, as unquoted words; the embedded reference has no base URL. */
export function targetWords(target: Target, embedded = false): string[] {
  const own = target.headerNames.filter((name) => !isOfAuth(name, target));
  return [
    ...(embedded ? ['--reference'] : ['--base-url', target.baseUrl]),
    ...optionWords({ auth: target.authWords, ...target.networkWords }),
    ...own.flatMap((name) => ['--header', `${name}: $${name.toUpperCase().replace(/\W/g, '_')}`]),
    ...Object.entries(target.bindings).flatMap(([id, { method, path }]) => ['--bind', `${id}=${method} ${path}`]),
  ];
}

/** Whether a header carries the credential, which `--auth` describes, or a bearer token, which TOUCHSTONE_TOKEN holds. */
function isOfAuth(name: string, { authWords, headers }: Target): boolean {
  if (name === authWords.header?.toLowerCase()) return true;
  if (name !== 'authorization') return false;
  return authWords.kind === 'basic' || /^Bearer /i.test(headers('given').authorization ?? '');
}

/** A word quoted for a POSIX shell, except for the variable of a header. */
export function quoted(word: string): string {
  if (/^[\w!#%&'*+.^|~-]+: \$\w+$/.test(word)) return `"${word}"`;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
