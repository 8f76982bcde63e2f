/** What is added to a credential to make it a wrong one. It can stand in a bearer token and in an API key. */
export const EXTENSION = '-touchstone';

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

/** A change that makes a credential a similar, wrong one. */
export interface CredentialChange {
  /** Stands in evidence behind the redacted credential. */
  readonly mark: string;
  readonly of: (credential: string) => string;
}

/** Similar credentials that would show the given one, so that they are redacted like it. */
export const CREDENTIAL_CHANGES = {
  altered: { mark: '~', of: withOtherEnd },
  recased: { mark: '^', of: (credential) => credential.replace(/[a-z]/g, (letter) => letter.toUpperCase()) },
  shortened: { mark: '-', of: (credential) => credential.slice(0, -1) },
} as const satisfies Record<string, CredentialChange>;
