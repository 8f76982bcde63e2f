/** What is added to a credential to make it a wrong one. It can stand in a bearer token and in an API key. */
export const EXTENSION = '-touchstone';

/** Stands in evidence for the last character of a credential that was changed. */
export const OTHER_END = '~';

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * A credential of the same length with another last character. In base64, the first of the bits that it stands for is
 * changed: a decoder ignores some of the others.
 */
export function withOtherEnd(credential: string): string {
  const last = credential.slice(-1).replace('+', '-').replace('/', '_');
  const place = BASE64.indexOf(last);
  return `${credential.slice(0, -1)}${place < 0 ? 'A' : BASE64[place ^ 32]}`;
}
