import type { TargetOptions } from './options.js';
import { UsageError } from './usage-error.js';

/** The header that carries the token or the other credential of a target, in lower case; `null` without one. */
function credentialHeader({ auth, token }: Pick<TargetOptions, 'auth' | 'token'>): string | null {
  if (auth?.kind === 'apiKey') return auth.header.toLowerCase();
  return auth === undefined && token === undefined ? null : 'authorization';
}

/** Throws a UsageError if the user also gives the header of the credential: one of the two would be ignored. */
export function assertOneCredential(
  headers: Readonly<Record<string, string>>,
  options: Pick<TargetOptions, 'auth' | 'token'>,
): void {
  const name = credentialHeader(options);
  if (name === null || !Object.hasOwn(headers, name)) return;
  const [credential, sources] =
    options.auth === undefined
      ? ['the token', '--token, TOUCHSTONE_TOKEN or the variable that "tokenEnv" names']
      : ['the credential of "auth"', '--auth, or "auth" in the config file'];
  throw new UsageError(
    `${credential} and the header ${name} are both given, but ${credential} is sent in that header`,
    `Remove the header (--header, or "headers" in the config file) or ${credential} (${sources}).`,
  );
}
