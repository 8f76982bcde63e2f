import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { FastifyServerFactory } from 'fastify';
import type { Certificates } from './certificates.js';
import { answerClientError } from './client-error.js';
import type { Credential, IssuedTokens } from './guard.js';
import { MAX_HEADER_SIZE } from './server.js';
import { respondWithToken, TOKEN_PATH } from './token-endpoint.js';

/** The server under the reference, with TLS and a token endpoint; `null` if it needs neither. */
export function factoryOf(
  tls: { readonly certificates: Certificates; readonly mutual: boolean } | undefined,
  credential: Credential,
  issued: IssuedTokens | null,
): FastifyServerFactory | null {
  if (tls === undefined && issued === null) return null;
  return (handle) => {
    const listener = (request: IncomingMessage, response: ServerResponse) => {
      if (issued === null || credential.kind !== 'oauth2' || request.url !== TOKEN_PATH)
        return handle(request, response);
      respondWithToken(request, response, credential, issued).catch(() => response.destroy());
    };
    const options = { maxHeaderSize: MAX_HEADER_SIZE };
    const server =
      tls === undefined
        ? createHttpServer(options, listener)
        : createHttpsServer({ ...options, ...tlsOptions(tls.certificates, tls.mutual) }, listener);
    server.on('clientError', answerClientError);
    return server;
  };
}

function tlsOptions({ ca, server }: Certificates, mutual: boolean) {
  return { ...server, ...(mutual && { ca, requestCert: true, rejectUnauthorized: true }) };
}
