import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Credential, type IssuedTokens, isEqual, schemeValue } from './guard.js';

export const TOKEN_PATH = '/oauth2/token';

type OAuth2 = Extract<Credential, { kind: 'oauth2' }>;

/**
 * A token endpoint for client credentials (RFC 6749 section 4.4): the client authenticates with Basic, or with its id and
 * secret in the form.
 */
export async function respondWithToken(
  request: IncomingMessage,
  response: ServerResponse,
  client: OAuth2,
  issued: IssuedTokens,
): Promise<void> {
  const form = new URLSearchParams(await text(request));
  const send = (status: number, body: object, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers });
    response.end(JSON.stringify(body));
  };
  if (request.method !== 'POST') return send(405, { error: 'invalid_request' }, { allow: 'POST' });
  const [id, secret] = clientOf(request, form);
  if (!isEqual(id, client.clientId) || !isEqual(secret, client.clientSecret)) {
    return send(401, { error: 'invalid_client' }, { 'www-authenticate': 'Basic realm="touchstone"' });
  }
  if (form.get('grant_type') !== 'client_credentials') return send(400, { error: 'unsupported_grant_type' });
  send(200, { access_token: issued.issue(), token_type: 'Bearer', expires_in: Math.ceil(issued.lifetimeMs / 1000) });
}

/** The client id and secret of a request, form-encoded in Basic (RFC 6749 section 2.3.1), or in the form itself. */
function clientOf({ headers }: IncomingMessage, form: URLSearchParams): [id: string, secret: string] {
  const pair = schemeValue(headers, 'basic');
  if (pair === null) return [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
  const decoded = Buffer.from(pair, 'base64').toString('utf8');
  const at = decoded.indexOf(':');
  const part = (value: string) => new URLSearchParams(`a=${value}`).get('a') ?? '';
  return [part(decoded.slice(0, Math.max(at, 0))), part(decoded.slice(at + 1))];
}
