import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serve, serveRaw } from '../serve.js';
import { clientOf, get, many } from './client-of.js';

describe('the body of a response', () => {
  const body = '{"a":"é"}';

  it.each([
    ['gzip', gzipSync(body)],
    ['x-gzip', gzipSync(body)],
    ['GZIP', gzipSync(body)],
    ['br', brotliCompressSync(body)],
    ['deflate', deflateSync(body)],
    ['deflate', deflateRawSync(body)],
    ['gzip, br', brotliCompressSync(gzipSync(body))],
    ['identity', Buffer.from(body)],
  ])('is decoded from %s, although it was not requested', async (coding, bytes) => {
    const server = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end(bytes),
    );

    expect((await get(clientOf(server))).json).toEqual({ value: { a: 'é' }, members: 1 });
  });

  it('is no fault of the target where its coding is not known here', async () => {
    const server = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'zstd' }).end('x'),
    );

    expect((await get(clientOf(server))).failure).toMatchObject({ kind: 'coding' });
  });

  it('is broken where its bytes are not of the coding that it names', async () => {
    const server = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    );

    const { failure } = await get(clientOf(server));

    expect(failure).toMatchObject({ kind: 'protocol' });
    expect(failure?.message).toContain('content-encoding');
  });

  it('is bounded, also where a small answer unpacks to a large one', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const server = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );

    expect((await get(clientOf(server))).failure).toMatchObject({ kind: 'too-large' });
  });

  it('is bounded where a stream does not end', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    let sent = 0;
    const server = await serve((_request, response) => {
      const more = () => {
        if (response.destroyed || sent >= 200) return response.end();
        sent += 1;
        return response.write(chunk) ? setImmediate(more) : response.once('drain', more);
      };
      more();
    });

    const answer = await get(clientOf(server));

    expect(answer.failure).toMatchObject({ kind: 'too-large' });
    expect(sent).toBeLessThan(100);
  });

  it('may come in chunks', async () => {
    const server = await serve(async (_request, response) => {
      for (const byte of Buffer.from(body)) {
        response.write(Buffer.of(byte));
        await sleep(1);
      }
      response.end();
    });

    expect((await get(clientOf(server))).json).toEqual({ value: { a: 'é' }, members: 1 });
  });

  it('may be HTTP/1.0 that ends with its connection', async () => {
    const server = await serveRaw((socket) =>
      socket.end('HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{}'),
    );
    const client = clientOf(server);

    const answers = await many(client, 6);

    expect(answers.map((answer) => answer.json)).toEqual(Array(6).fill({ value: {}, members: 0 }));
    expect(client.counts.retried).toBe(0);
  });

  it('may close its connection each time', async () => {
    const server = await serve((_request, response) => response.writeHead(200, { connection: 'close' }).end('{}'));
    const client = clientOf(server);

    expect((await many(client, 12)).every(({ status }) => status === 200)).toBe(true);
  });

  it('may be a redirect, which is not followed', async () => {
    const paths: (string | undefined)[] = [];
    const server = await serve((request, response) => {
      paths.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });

    const answer = await get(clientOf(server), '/here');

    expect(answer.summary).toBe('302 with location /elsewhere');
    expect(paths).toEqual(['/here']);
  });

  it('joins a header that comes several times', async () => {
    const server = await serve((_request, response) => response.writeHead(200, { 'x-many': ['a', 'b'] }).end('{}'));

    expect((await get(clientOf(server))).header('x-many')).toBe('a, b');
  });

  it.each([
    ['nothing', '', 'the body is empty'],
    ['a byte order mark', '\ufeff{}', 'it begins with a byte order mark'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'it is not UTF-8'],
    ['two values', '{} {}', expect.stringContaining('JSON')],
  ])('is no JSON with %s', async (_what, bytes, problem) => {
    const server = await serve((_request, response) => response.end(bytes));

    expect((await get(clientOf(server))).json).toEqual({ problem });
  });
});

describe('an invalid HTTP response', () => {
  it.each([
    ['a content-length that is longer than the body', 'HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{}', true],
    ['chunks that do not end', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n', true],
    ['a size of a chunk that is no number', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', false],
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.6\r\n', false],
    ['a head that is not HTTP', 'HTTP/1.1 200 OK\r\nno colon here\r\n\r\n', false],
  ])('is reported: %s', async (_what, bytes, ends) => {
    const server = await serveRaw((socket) => (ends ? socket.end(bytes) : socket.write(bytes)));
    const client = clientOf(server, { timeoutMs: 1000 });

    const answer = await get(client);

    expect(answer.failure).toMatchObject({ kind: 'protocol' });
    expect(answer.attempts).toBe(1);
  });

  it('is read as far as its content-length says, and what follows spoils no other answer', async () => {
    const server = await serveRaw((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}garbage'));
    const client = clientOf(server, { concurrency: 1 });

    const answers = await many(client, 5);

    expect(answers.map((answer) => answer.failure?.kind ?? answer.text)).toEqual(Array(5).fill('{}'));
  });

  it('is not judged by the size of its headers', async () => {
    const server = await serveRaw((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}\r\nContent-Length: 2\r\n\r\n{}`),
    );

    expect((await get(clientOf(server))).failure).toMatchObject({ kind: 'too-large' });
  });

  it('is not cut short by headers of 40 KB', async () => {
    const server = await serveRaw((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(40_000)}\r\nContent-Length: 2\r\n\r\n{}`),
    );

    expect((await get(clientOf(server))).text).toBe('{}');
  });
});
