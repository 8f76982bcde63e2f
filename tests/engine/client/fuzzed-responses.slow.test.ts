import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../../conformance/check.js';
import { Client } from '../../../engine/client/client.js';
import { heldMemory } from '../../held-memory.js';
import { assertReport } from '../../package/report-schema.js';
import { type Served, serveRaw } from '../serve.js';

const TIMEOUT_MS = 400;
/** How much longer than its time limit a request may take; generous, because the machine may be busy. */
const GRACE_MS = 20_000;
const MEMORY = 250 * 1024 * 1024;

/** What a server sends for one request: pieces of bytes, and what it does with the connection then. */
interface Sent {
  readonly pieces: readonly Buffer[];
  readonly end: 'end' | 'destroy' | 'open';
}

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const end = fc.oneof(
  { weight: 12, arbitrary: fc.constant('end' as const) },
  { weight: 4, arbitrary: fc.constant('destroy' as const) },
  { weight: 1, arbitrary: fc.constant('open' as const) },
);

const token = fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2', 'HTTP/9.9', 'http/1.1', 'ICY', '');
const code = fc.oneof(
  fc.constantFrom('100', '101', '103', '200', '204', '206', '301', '304', '401', '403', '404', '429', '500', '503'),
  fc.constantFrom('0', '99', '999', '1000', '-1', '2OO', ''),
);
const reason = fc.oneof(fc.constantFrom('OK', '', 'Not Found'), fc.string({ maxLength: 40, unit: 'binary' }));
const statusLine = fc.tuple(token, code, reason).map((parts) => parts.join(' '));

const header = fc.oneof(
  fc.constantFrom(
    'content-type: application/json',
    'content-type: text/html',
    'content-type:',
    'content-length: 2',
    'content-length: 0',
    'content-length: -1',
    'content-length: 99999999999999999999',
    'content-length: 3, 3',
    'content-length: 1000000',
    'transfer-encoding: chunked',
    'transfer-encoding: chunked, chunked',
    'transfer-encoding: gzip',
    'content-encoding: gzip',
    'content-encoding: br, gzip, deflate',
    'content-encoding: gzip, gzip, gzip, gzip, gzip',
    'content-encoding: constructor',
    'retry-after: 0',
    'retry-after: -5',
    'retry-after: yesterday',
    'connection: close',
    'connection: upgrade',
    'upgrade: h2c',
    'location: http://[',
    'set-cookie: a=b',
    ' folded: value',
    'date: never',
  ),
  fc
    .tuple(fc.string({ maxLength: 20, unit: 'binary' }), fc.string({ maxLength: 80, unit: 'binary' }))
    .map((pair) => pair.join(': ')),
  fc.integer({ min: 1, max: 70_000 }).map((length) => `x-long: ${'x'.repeat(length)}`),
);

const nested = fc
  .tuple(fc.constantFrom('[', '{"a":', '[[', '[{"a":'), fc.integer({ min: 1, max: 200_000 }))
  .map(([open, times]) => open.repeat(times));
const json = fc.oneof(
  fc.json(),
  fc.json().map((text) => text.slice(0, text.length / 2)),
  fc.jsonValue().map((value) => JSON.stringify({ items: [value], pagination: value })),
  fc.constantFrom('{}', '[]', 'null', '1e400', '"\\ud800"', '\ufeff{}', '{"__proto__":{"a":1}}', '-', '{"a":1}{"a":1}'),
  nested,
);
const body = fc.oneof(
  json.map((text) => Buffer.from(text)),
  json.map((text) => gzipSync(text)),
  json.map((text) => gzipSync(text).subarray(0, -3)),
  json.map((text) => Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`)),
  json.map((text) => Buffer.from(`ffffffff\r\n${text}`)),
  fc.constant(Buffer.from('-1\r\nabc\r\n')),
  bytes,
);

/** Something like a response: a status line, headers and a body, each of them often wrong. */
const response = fc
  .tuple(statusLine, fc.array(header, { maxLength: 6 }), body, fc.constantFrom('\r\n', '\n', '\r\n'))
  .map(([first, headers, content, newline]) => [
    Buffer.from(`${[first, ...headers].join(newline)}${newline}${newline}`, 'latin1'),
    content,
  ]);
const sent: fc.Arbitrary<Sent> = fc.record({
  pieces: fc.oneof(
    { weight: 5, arbitrary: response },
    { weight: 1, arbitrary: fc.array(bytes, { maxLength: 4 }) },
    // Several responses to one request, interim ones among them.
    { weight: 1, arbitrary: fc.array(response, { minLength: 2, maxLength: 4 }).map((all) => all.flat()) },
  ),
  end,
});

/** A body that is a list page where some values are wrong: what the rules see once HTTP and JSON are right. */
const record = fc.dictionary(
  fc.constantFrom('id', 'displayName', 'email', 'status', 'licenseCount', 'discoveryTypes', 'createdDate', '_links'),
  fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom('', 'A', '2024-01-01T00:00:00Z', -0, 1e308, 'NaN')),
);
const page = fc
  .record({
    items: fc.oneof(fc.array(fc.oneof(record, fc.jsonValue()), { maxLength: 5 }), fc.jsonValue()),
    pagination: fc.oneof(
      fc.record(
        {
          page_size: fc.oneof(fc.integer(), fc.constantFrom(100, 0, -1, 1e300)),
          page_number: fc.oneof(fc.integer(), fc.constant(1)),
          total_pages: fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.constant(1)),
          total_items: fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.constant(2)),
        },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    ),
  })
  .map((value) => JSON.stringify(value));

/** The most memory that this thread held since the start, beyond what it held then. */
function growth(): () => number {
  const before = heldMemory();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, heldMemory());
  }, 20);
  return () => {
    clearInterval(timer);
    return Math.max(most, heldMemory()) - before;
  };
}

describe('a server that sends anything', () => {
  let server: Served;
  /** What is sent next, by the last part of the path. */
  let responses: readonly Sent[] = [];
  beforeAll(async () => {
    server = await serveRaw((socket, head) => {
      const { pieces, end: how } = responses[Number(/\/(\d+) /.exec(head)?.[1] ?? 0)] ?? { pieces: [], end: 'end' };
      for (const piece of pieces) socket.write(piece);
      if (how === 'end') socket.end();
      else if (how === 'destroy') setImmediate(() => socket.destroy());
    });
  });
  afterAll(() => server.close());

  it('gets a response or a failure with a reason for each request, in time and within memory', async () => {
    const used = growth();
    await fc.assert(
      fc.asyncProperty(fc.array(sent, { minLength: 20, maxLength: 20 }), async (cases) => {
        responses = cases;
        const client = new Client({ origin: server.url, concurrency: 20, timeoutMs: TIMEOUT_MS, userAgent: 'x' });
        try {
          const answers = await Promise.all(
            cases.map((_case, index) =>
              client.send({ method: 'GET', path: `/${index}`, headers: {}, once: true, unstoppable: true }),
            ),
          );
          for (const answer of answers) {
            if (answer.failure !== null) expect(answer.failure.message).toMatch(/^[a-z](?!.*TOUCHSTONE_)/);
            else expect(answer.status).toBeGreaterThanOrEqual(100);
            expect(answer.json.problem ?? '').not.toMatch(/call stack|heap/i);
            expect(typeof answer.summary).toBe('string');
            expect(answer.durationMs).toBeLessThan(TIMEOUT_MS + GRACE_MS);
          }
        } finally {
          await client.close();
        }
      }),
      { numRuns: 95 },
    );
    expect(used()).toBeLessThan(MEMORY);
  });

  it('gets a report without an error of touchstone, whatever its pages hold', async () => {
    let text = '{}';
    const pages = await serveRaw((socket) => {
      const length = Buffer.byteLength(text);
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${text}`);
    });
    try {
      await fc.assert(
        fc.asyncProperty(page, async (content) => {
          text = content;
          const report = await check(
            { baseUrl: pages.url, token: 'fuzzed-token' },
            { operations: ['getUsers'], budget: 'quick', seed: 1, timeoutMs: TIMEOUT_MS },
          );
          expect(report.checks.filter(({ outcome }) => outcome === 'error')).toEqual([]);
          expect(report.verdict).not.toBe('conforms');
          assertReport(report);
        }),
        { numRuns: 60 },
      );
    } finally {
      await pages.close();
    }
  });
});
