import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Hook } from '../behaviour.js';
import { sent, sentText, where } from '../hooks.js';
import type { Reply } from '../model.js';
import { Refusal } from '../refusal.js';
import { family } from './variant.js';

const headers = (extra: Readonly<Record<string, string>>): Hook =>
  sent((reply) => (reply.text === null ? reply : { ...reply, headers: { ...reply.headers, ...extra } }));

/** Writes responses directly, bypassing the framework, except those without a body. */
const written = (write: (response: ServerResponse, reply: Reply, text: string) => void): Hook =>
  sent((reply) => {
    const { text } = reply;
    return text === null ? reply : { ...reply, write: (response) => write(response, reply, text) };
  });

/** Writes a message to the socket and closes it. */
function onSocket(response: ServerResponse, reply: Reply, version: string, text: string, extra: string): void {
  const lines = Object.entries(reply.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  response.socket?.end(`HTTP/${version} ${reply.status} Answer\r\n${lines.join('')}${extra}\r\n${text}`);
}

/** Every nth request to a reference gets Retry-After; its retry succeeds. */
function busy(every: number, status: 429 | 503, retryAfter: string): Hook {
  return (steps) => {
    let count = 0;
    return {
      perform: (context) => {
        count += 1;
        if (count % every === 0) throw new Refusal(status, 'later', { 'retry-after': retryAfter });
        return steps.perform(context);
      },
    };
  };
}

/** Choices that HTTP leaves to a server. */
export const http = family(
  'http',
  [
    {
      title: 'the media type has a charset and a profile',
      liberty: 'RFC 9110 section 8.3.1: a media type has parameters',
      hooks: [headers({ 'content-type': 'application/json; profile="x"; charset=UTF-8' })],
    },
    {
      title: 'the media type has another charset, and bodies are ASCII',
      liberty: 'RFC 8259 section 8.1: a charset has no effect, and escapes stand for all other characters',
      hooks: [
        sentText(
          (text) =>
            text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
          { 'content-type': 'application/json; charset=iso-8859-1' },
        ),
      ],
    },
    {
      id: 'the-media-type-is-in-upper-case',
      title: 'the media type is in upper case, without a charset',
      liberty: 'RFC 9110 section 8.3.1: a media type has no case',
      hooks: [headers({ 'content-type': 'Application/JSON' })],
    },
    {
      title: 'the media type has a structured suffix',
      liberty: 'RFC 6839 section 3.1: what ends in +json is JSON',
      hooks: [headers({ 'content-type': 'application/vnd.touchstone.v1+json' })],
    },
    {
      id: 'answers-carry-many-headers',
      title: 'responses have cookies, caching and security headers',
      liberty: 'RFC 9110 section 6.3: headers that a client does not know are ignored',
      hooks: [
        headers({
          'Set-Cookie': 'session=abc; HttpOnly',
          ETag: 'W/"1"',
          Vary: 'accept, authorization',
          'Cache-Control': 'private, max-age=5',
          'Strict-Transport-Security': 'max-age=1',
          'X-Request-Id': '0f3a',
        }),
      ],
    },
    {
      id: 'answers-are-packed-where-that-is-asked-for',
      title: 'responses are compressed with gzip if the client accepts it',
      liberty: 'RFC 9110 section 8.4: content is coded where the client accepts it',
      hooks: [
        (steps) => ({
          respond: async (given, context) => {
            const reply = await steps.respond(given, context);
            const { text } = reply;
            if (text === null || !/\bgzip\b/.test(String(context.headers['accept-encoding'] ?? ''))) return reply;
            return {
              ...reply,
              write: (response) =>
                response
                  .writeHead(reply.status, { ...reply.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' })
                  .end(gzipSync(text)),
            };
          },
        }),
      ],
    },
    {
      id: 'answers-are-packed-unasked',
      title: 'responses are compressed with gzip, except for clients that ask for none',
      liberty: 'RFC 9110 section 12.5.3: without accept-encoding any coding is acceptable',
      hooks: [
        where(
          ({ headers }) => headers['accept-encoding'] !== 'identity',
          written((response, reply, text) => {
            response.writeHead(reply.status, { ...reply.headers, 'content-encoding': 'gzip' }).end(gzipSync(text));
          }),
        ),
      ],
    },
    {
      id: 'answers-are-chunked',
      title: 'responses are chunked, with chunks that split characters',
      liberty: 'RFC 9112 section 7.1: a body may come in chunks',
      hooks: [
        written((response, reply, text) => {
          response.writeHead(reply.status, { ...reply.headers, 'transfer-encoding': 'chunked' });
          const bytes = Buffer.from(text);
          const size = Math.max(1, Math.ceil(bytes.length / 3));
          for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size));
          response.end();
        }),
      ],
    },
    {
      id: 'every-answer-closes-its-connection',
      title: 'every response closes its connection',
      liberty: 'RFC 9112 section 9.6: a server may close after any answer',
      hooks: [headers({ connection: 'close' })],
    },
    {
      id: 'the-end-of-a-body-is-the-end-of-its-connection',
      title: 'a body has no length and ends with its connection',
      liberty: 'RFC 9112 section 6.3: without a length, a body ends with the connection',
      hooks: [written((response, reply, text) => onSocket(response, reply, '1.1', text, 'connection: close\r\n'))],
    },
    {
      id: 'answers-are-of-http-1-0',
      title: 'responses are HTTP/1.0',
      liberty: 'RFC 9112 section 2.3: a server may answer in a lower minor version',
      hooks: [
        written((response, reply, text) =>
          onSocket(response, reply, '1.0', text, `content-length: ${Buffer.byteLength(text)}\r\n`),
        ),
      ],
    },
    {
      id: 'an-early-hint-comes-first',
      title: 'an informational response precedes the final one',
      liberty: 'RFC 9110 section 15.2: a client reads past informational answers',
      hooks: [
        written((response, reply, text) => {
          response.writeEarlyHints({ link: '</style.css>; rel=preload' });
          response.writeHead(reply.status, { ...reply.headers }).end(text);
        }),
      ],
    },
    {
      id: 'bursts-are-told-to-wait',
      title: 'every 150th request returns 429 with Retry-After',
      chooses: ['answers.limits'],
      hooks: [busy(150, 429, '0')],
    },
    {
      id: 'some-requests-meet-a-503',
      title: 'every 400th request returns 503 with Retry-After',
      chooses: ['answers.limits'],
      hooks: [busy(400, 503, '0')],
    },
  ],
  'few',
);
