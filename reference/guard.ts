import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The credential that a reference requires. */
export type Credential =
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | { readonly kind: 'apiKey'; readonly header: string; readonly key: string }
  /** Tokens of its own token endpoint, each valid for `lifetimeMs`. */
  | {
      readonly kind: 'oauth2';
      readonly clientId: string;
      readonly clientSecret: string;
      readonly lifetimeMs: number;
    }
  /** None: the client certificate is enough. */
  | { readonly kind: 'certificate' };

/** Decides whether a request carries the credential. */
export interface Guard {
  accepts(headers: Headers): boolean;
  /** The value of `WWW-Authenticate` in a refusal; `null` if HTTP has no scheme for the credential. */
  readonly challenge: string | null;
}

/** The tokens that a token endpoint has issued. */
export class IssuedTokens {
  readonly #expiry = new Map<string, number>();

  constructor(readonly lifetimeMs: number) {}

  issue(): string {
    const token = randomBytes(24).toString('base64url');
    this.#expiry.set(token, Date.now() + this.lifetimeMs);
    return token;
  }

  isValid(token: string): boolean {
    return (this.#expiry.get(token) ?? 0) > Date.now();
  }
}

/** The guard for a credential; `issued` are the tokens of the token endpoint, if there is one. */
export function guardOf(credential: Credential, issued: IssuedTokens | null): Guard {
  switch (credential.kind) {
    case 'bearer':
      return { challenge: 'Bearer', accepts: (headers) => isEqual(schemeValue(headers, 'bearer'), credential.token) };
    case 'oauth2':
      return {
        challenge: 'Bearer',
        accepts: (headers) => issued?.isValid(schemeValue(headers, 'bearer') ?? '') ?? false,
      };
    case 'basic': {
      const pair = Buffer.from(`${credential.username}:${credential.password}`).toString('base64');
      return {
        challenge: 'Basic realm="touchstone"',
        accepts: (headers) => isEqual(schemeValue(headers, 'basic'), pair),
      };
    }
    case 'apiKey': {
      const name = credential.header.toLowerCase();
      return { challenge: null, accepts: (headers) => isEqual(String(headers[name] ?? ''), credential.key) };
    }
    case 'certificate':
      return { challenge: null, accepts: () => true };
  }
}

/** What follows the scheme in `Authorization`; `null` if it is another scheme, or more than one word follows. */
export function schemeValue({ authorization = '' }: Headers, scheme: string): string | null {
  const [given, value = '', ...rest] = String(authorization).split(' ');
  return given?.toLowerCase() === scheme && rest.length === 0 ? value : null;
}

/** Compares in constant time, as a server that protects real data must. */
export function isEqual(given: string | null, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return given !== null && timingSafeEqual(digest(given), digest(expected));
}
