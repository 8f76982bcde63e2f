import { gzipSync } from 'node:zlib';
import pLimit from 'p-limit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Answer } from '../../../engine/client/answer.js';
import { decode } from '../../../engine/client/body.js';
import { Client } from '../../../engine/client/client.js';
import { MAX_NESTING, MAX_STRING, MAX_VALUES } from '../../../engine/client/json-text.js';
import { Throttle } from '../../../engine/client/throttle.js';
import { type Served, serve, serveRaw } from '../serve.js';

const request = { method: 'GET', url: 'http://x/', headers: {} };
const answerOf = (text: string, status = 200, headers = {}) =>
  new Answer(request, { status, headers, body: Buffer.from(text) }, null, 0, 0, 1);

describe('a JSON body', () => {
  it('is read up to 1,000 levels', () => {
    const nested = (levels: number) => answerOf('['.repeat(levels) + ']'.repeat(levels)).json;
    expect(nested(MAX_NESTING).problem).toBeUndefined();
    expect(nested(MAX_NESTING + 1)).toEqual({ problem: 'it is nested deeper than 1000 levels', exceedsLimit: true });
    expect(nested(1_000_000).problem).toBe('it is nested deeper than 1000 levels');
  });

  it('is read up to 250,000 values', () => {
    const many = (count: number) => answerOf(`[${'0,'.repeat(count - 1)}0]`).json;
    expect(many(MAX_VALUES).problem).toBeUndefined();
    expect(many(MAX_VALUES + 1)).toEqual({ problem: 'it holds more than 250000 values', exceedsLimit: true });
  });

  it('may hold brackets, commas and quotes in its texts', () => {
    const value = { text: `${'[{,"\\'.repeat(300_000)}`, other: '\\', empty: '' };
    expect(answerOf(JSON.stringify(value)).value).toEqual(value);
  });

  it('holds null in place of a number that no double can hold', () => {
    const text = `{"a":1e400,"b":[-1E+999],"c":${'9'.repeat(400)},"d":1e300,"e":"1e400"}`;
    expect(answerOf(text).value).toEqual({ a: null, b: [null], c: null, d: 1e300, e: '1e400' });
  });

  it('that ends within a text is no JSON', () => {
    expect(answerOf('{"a": "b\\"').json.problem).toMatch(/JSON/);
  });
});

describe('a body that is too much to be judged', () => {
  const failureOf = async (body: string) => {
    const server = await serve((_request, response) => response.end(body));
    const client = new Client({ origin: server.url, concurrency: 1, timeoutMs: 20_000, userAgent: 'x' });
    try {
      return (await client.send({ method: 'GET', path: '/', headers: {} })).failure;
    } finally {
      await Promise.all([client.close(), server.close()]);
    }
  };

  it('has more than 250,000 values', async () => {
    expect(await failureOf(`[${'0,'.repeat(MAX_VALUES - 1)}0]`)).toBeNull();
    expect(await failureOf(`[${'0,'.repeat(MAX_VALUES)}0]`)).toMatchObject({
      kind: 'too-large',
      message: 'the response holds more than 250,000 values',
    });
  });

  it('has a string of more than 1,000,000 characters', async () => {
    expect(await failureOf(`["${'x'.repeat(MAX_STRING - 1)}"]`)).toBeNull();
    expect(await failureOf(`["${'x'.repeat(MAX_STRING)}"]`)).toMatchObject({
      kind: 'too-large',
      message: 'the response holds a string of more than 1,000,000 characters',
    });
  });

  it('is larger than 16 MB', async () => {
    expect(await failureOf(' '.repeat(16 * 1024 * 1024))).toBeNull();
    expect(await failureOf(' '.repeat(16 * 1024 * 1024 + 1))).toMatchObject({ kind: 'too-large' });
  });
});

describe('the excerpt of a response', () => {
  it('holds the beginning of a large body, and the size of all of it', () => {
    const { received, request: own } = answerOf('x'.repeat(1_000_000)).excerpt;
    expect(own).toBe(request);
    expect(received).toMatchObject({ status: 200, wholeBytes: 1_000_000 });
    expect(received?.body.buffer.byteLength).toBeLessThan(100_000);
  });

  it('is the same object each time, and holds the body of a small response', () => {
    const [large, small] = [answerOf('x'.repeat(1_000_000)), answerOf('{}')];
    expect(large.excerpt).toBe(large.excerpt);
    expect(large.excerpt.excerpt).toBe(large.excerpt);
    expect(small.excerpt.received).toBe(small.received);
  });
});

it('decodes three content codings, and refuses a fourth', async () => {
  const body = gzipSync(gzipSync(gzipSync('{}')));
  expect(String(await decode(body, 'gzip, gzip, identity, gzip'))).toBe('{}');
  await expect(decode(gzipSync(body), 'gzip, gzip, gzip, gzip')).rejects.toMatchObject({ code: 'TOUCHSTONE_CODINGS' });
});

describe('pauses after 429', () => {
  afterEach(() => vi.useRealTimers());
  const limited = (seconds: number) => answerOf('', 429, { 'retry-after': String(seconds) });

  it('last five minutes in all, however long a target asks for', () => {
    vi.useFakeTimers();
    const throttle = new Throttle(pLimit(4));
    expect(throttle.shouldRetry(limited(1), 1)).toBe(true);
    expect(throttle.shouldRetry(limited(86_400), 1)).toBe(false);
    expect(throttle.pauseMs).toBe(1000);
    expect(throttle.shouldRetry(limited(120), 1)).toBe(true);
    expect(throttle.shouldRetry(limited(120), 2)).toBe(true);
    expect(throttle.pauseMs).toBe(120_000);
    vi.advanceTimersByTime(120_000);
    expect(throttle.shouldRetry(limited(181), 1)).toBe(false);
    expect(throttle.shouldRetry(limited(179), 1)).toBe(true);
  });
});

describe('a response that never comes', () => {
  const open: (Client | Served)[] = [];
  afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

  it.each([102, 103])('but only interim responses %i, is a time-out', async (status) => {
    const server = await serveRaw((socket) => {
      const timer = setInterval(() => socket.write(`HTTP/1.1 ${status} Interim\r\n\r\n`), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const client = new Client({ origin: server.url, concurrency: 1, timeoutMs: 300, userAgent: 'x' });
    open.push(client, server);

    const { failure, durationMs } = await client.send({ method: 'GET', path: '/', headers: {} });

    expect(failure).toMatchObject({ kind: 'timeout' });
    expect(durationMs).toBeLessThan(5000);
  });
});
