import { createPrivateKey, type webcrypto } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import type { OAuth2 } from './auth.js';
import { TokenError } from './token-error.js';
import { isToken, type Token } from './tokens.js';

/** A fetch with the proxy and the TLS settings of the run. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The maximum size of a response with a token, in bytes. */
const MAX_BYTES = 1024 * 1024;

const HINT = 'Check the token URL, the client id and its secret or key, and the scope.';

/** Import parameters of the keys that sign a client assertion, by the type of the key. */
const KEYS: Readonly<
  Record<string, webcrypto.RsaHashedImportParams | webcrypto.EcKeyImportParams | webcrypto.Algorithm>
> = {
  rsa: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ec: { name: 'ECDSA', namedCurve: 'P-256' },
  ed25519: { name: 'Ed25519' },
};

/**
 * Fetches a token with OAuth 2.0 client credentials; throws a TokenError that repeats no secret, also if `signal` aborts
 * the request.
 */
export async function clientCredentials(
  auth: OAuth2,
  fetch: Fetch,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Token> {
  const { tokenUrl, clientId, scope, audience } = auth;
  const server: oauth.AuthorizationServer = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  const client: oauth.Client = { client_id: clientId };
  const parameters = new URLSearchParams({ ...(scope && { scope }), ...(audience && { audience }) });
  try {
    const response = await oauth.clientCredentialsGrantRequest(server, client, await clientAuthOf(auth), parameters, {
      [oauth.customFetch]: bounded(fetch) as never,
      // The token URL is checked before: only a loopback address may be without TLS.
      [oauth.allowInsecureRequests]: true,
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    });
    const { access_token: value, expires_in: seconds } = await oauth.processClientCredentialsResponse(
      server,
      client,
      response,
    );
    if (!isToken(value)) throw new TokenError(`no token from ${tokenUrl}: it returned no usable token`, HINT);
    return { value, ...(seconds !== undefined && { lifetimeMs: seconds * 1000 }) };
  } catch (error) {
    if (error instanceof TokenError) throw error;
    throw new TokenError(`no token from ${tokenUrl}: ${problemOf(error, timeoutMs)}`, HINT);
  }
}

/** A fetch that reads the whole body, and no more of it than a token needs. */
function bounded(fetch: Fetch): Fetch {
  return async (url, init) => {
    const { body, status, headers } = await fetch(url, init);
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of body ?? []) {
      size += part.length;
      if (size > MAX_BYTES) throw new TokenError(`no token from ${url}: its response is larger than 1 MB`, HINT);
      parts.push(part);
    }
    return new Response(size === 0 ? null : Buffer.concat(parts), { status, headers: [...headers] });
  };
}

async function clientAuthOf({
  clientAuth,
  clientSecret = '',
  privateKey = '',
  tokenUrl,
}: OAuth2): Promise<oauth.ClientAuth> {
  if (clientAuth === 'client_secret_post') return oauth.ClientSecretPost(clientSecret);
  if (clientAuth === 'client_secret_basic') return oauth.ClientSecretBasic(clientSecret);
  return oauth.PrivateKeyJwt(await signingKey(privateKey), {
    [oauth.modifyAssertion]: (_header, payload) => {
      payload.aud = tokenUrl;
    },
  });
}

async function signingKey(pem: string): Promise<webcrypto.CryptoKey> {
  const hint = 'Give an RSA, EC P-256 or Ed25519 key in PEM (PKCS #8), as openssl genpkey writes it.';
  try {
    const key = createPrivateKey(pem);
    const algorithm = KEYS[key.asymmetricKeyType ?? ''];
    if (algorithm === undefined) throw new TokenError('the type of the private key is not supported', hint);
    const der = key.export({ type: 'pkcs8', format: 'der' });
    return (await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])) as webcrypto.CryptoKey;
  } catch (error) {
    if (error instanceof TokenError) throw error;
    throw new TokenError('the private key cannot be read', hint);
  }
}

/** What the token endpoint or the network reports, in a few words. */
function problemOf(error: unknown, timeoutMs: number): string {
  if (error instanceof oauth.ResponseBodyError) {
    const { status, error: code, error_description: about } = error;
    return `it returned ${status} ${code}${about === undefined ? '' : ` (${about})`}`;
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError) return `it returned ${error.status}`;
  const { name, message, cause } = error as Error & { cause?: unknown };
  if (name === 'TimeoutError') return `it did not respond within ${timeoutMs} ms`;
  if (cause instanceof Response) {
    return `it returned ${cause.status} without a token (${cause.headers.get('content-type') ?? 'no content-type'})`;
  }
  const inner = cause as { code?: unknown; message?: unknown } | undefined;
  // A code of touchstone itself means nothing to a user.
  const code = String(inner?.code ?? '').startsWith('TOUCHSTONE_') ? undefined : inner?.code;
  if (message === 'fetch failed') return `it cannot be reached (${code ?? inner?.message ?? message})`;
  return message;
}
