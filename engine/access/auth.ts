import { formsOfKey } from './forms-of-key.js';

/** How an OAuth 2.0 client authenticates at the token endpoint (RFC 6749 section 2.3, RFC 7523). */
export const CLIENT_AUTHS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;
export type ClientAuth = (typeof CLIENT_AUTHS)[number];

/** OAuth 2.0 client credentials (RFC 6749 section 4.4). */
export interface OAuth2 {
  readonly kind: 'oauth2';
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientAuth: ClientAuth;
  readonly clientSecret?: string;
  /** The private key of `private_key_jwt`, in PEM (PKCS #8). */
  readonly privateKey?: string;
  readonly scope?: string;
  readonly audience?: string;
}

/** A command that prints a bearer token: the program and its arguments, run without a shell. */
export interface TokenCommand {
  readonly kind: 'command';
  readonly command: readonly string[];
  readonly timeoutMs: number;
}

/** The credential of a target, secrets included. */
export type Auth =
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | { readonly kind: 'apiKey'; readonly header: string; readonly value: string }
  | OAuth2
  | TokenCommand;

/** The headers that carry a credential that does not change during a run; none for one that is fetched. */
export function staticHeaders(auth: Auth | undefined): Record<string, string> {
  switch (auth?.kind) {
    case 'bearer':
      return { authorization: `Bearer ${auth.token}` };
    case 'basic':
      return { authorization: `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}` };
    case 'apiKey':
      return { [auth.header.toLowerCase()]: auth.value };
    default:
      return {};
  }
}

/** The secrets of a credential that no header of the target carries. */
export function secretsOf(auth: Auth | undefined): string[] {
  if (auth?.kind !== 'oauth2') return [];
  const { clientSecret, privateKey } = auth;
  return [
    ...(clientSecret === undefined ? [] : [clientSecret]),
    ...(privateKey === undefined ? [] : formsOfKey(privateKey)),
  ];
}
