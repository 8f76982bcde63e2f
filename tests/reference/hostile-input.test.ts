import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { operation, operations } from '../../contract/operations/index.js';
import { problems, serve } from './harness.js';

const server = serve();
afterAll(() => server.close());

const settings = { numRuns: 300, seed: 1 };

/** Text of any kind, with pieces of the grammar among it so that it gets past the first check. */
const hostile = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom('(', ')', '-and', '-or', '-not', '-eq', '-contains', ' ', "'", '"', '\\', ':', ',', 'asc'),
        fc.constantFrom(
          'displayName',
          'total',
          'id',
          '__proto__',
          'isOnline',
          '5',
          '-1',
          '2022-01-01',
          '%00',
          '\u0000',
        ),
        fc.string({ maxLength: 3 }),
      ),
      { maxLength: 30 },
    )
    .map((pieces) => pieces.join('')),
);

/** Without halves of surrogate pairs, which no URL can carry. */
const wellFormed = (text: string) => Buffer.from(text).toString();

const anyOperation = fc.constantFrom(...operations.map(({ id }) => id));

function expectSound({ status, text, json }: { status: number; text: string; json: unknown }) {
  expect(status).toBeLessThan(500);
  expect(text).not.toMatch(/\.ts:\d|node_modules|\n {4}at /);
  if (status >= 400) {
    expect(problems('error-body', json)).toEqual([]);
    expect(json).toMatchObject({ error: { code: status } });
  }
}

test('no query causes a server error, and every error response has the error body', async () => {
  const names = fc.constantFrom('filter', 'sort', 'page_size', 'page_number', 'fromDate', 'toDate', '__proto__', '');
  const queries = fc.array(fc.tuple(names, hostile), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(anyOperation, queries, fc.boolean(), async (id, query, encoded) => {
      const encode = encoded ? encodeURIComponent : (text: string) => encodeURI(text).replace(/#/g, '');
      const text = query.map(([name, value]) => `${name}=${encode(wellFormed(value))}`).join('&');
      expectSound(await server.call(id, { query: text }));
    }),
    settings,
  );
});

test('no path causes a server error', async () => {
  await fc.assert(
    fc.asyncProperty(anyOperation, hostile, async (id, value) => {
      const names = operation(id).parameters.filter(({ in: place }) => place === 'path');
      const params = Object.fromEntries(names.map(({ name }) => [name, wellFormed(value)]));
      expectSound(await server.call(id, { params }));
    }),
    settings,
  );
});

test('no body and no media type causes a server error', async () => {
  const writes = fc.constantFrom('updateUser', 'updateApplication', 'bulkUpdateUsers', 'bulkUpdateApplications');
  const members = fc.constantFrom('scope', 'ids', 'filter', 'body', 'isOnline', 'websiteDate', '__proto__', 'review');
  const bodies = fc.oneof(
    fc.json(),
    hostile,
    fc
      .dictionary(members, fc.oneof(fc.jsonValue(), fc.constantFrom('All', 'Only')))
      .map((body) => JSON.stringify(body)),
  );
  const types = fc.constantFrom('application/json', 'application/merge-patch+json', 'text/plain', ';', 'a/b;c="');
  await fc.assert(
    fc.asyncProperty(writes, bodies, types, async (id, body, type) => {
      expectSound(await server.call(id, { body, headers: { 'content-type': type } }));
      expectSound(await server.call(id, { body }));
    }),
    settings,
  );
});

test.each([
  ["'".repeat(20_000), 400],
  [`displayName -eq '${'x'.repeat(40_000)}'`, 200],
  [`displayName -eq ${'('.repeat(20_000)}`, 400],
  [`${'('.repeat(20_000)}`, 400],
  [`${'-not ('.repeat(8000)}`, 400],
  [Array(2000).fill('(isOnline -eq true)').join(' -and '), 200],
])('a very long filter is read or rejected: %#', async (filter, expected) => {
  const answer = await server.call('getUsers', { query: { filter } });
  expectSound(answer);
  expect(answer.status).toBe(expected);
});

test.each(["' or '1'='1", '"; drop table users; --', '%27', '#{7*7}', '{{7*7}}', '<script>', '../../etc/passwd', '*'])(
  'the value %s matches literally',
  async (value) => {
    const filter = `displayName -contains '${value.replace(/[\\']/g, '\\$&')}'`;
    const { status, json } = await server.call('getUsers', { query: { filter, page_size: 1000 } });
    const expected = server.tenant.users.records.filter(({ displayName }) => displayName.includes(value));
    expect([status, json.items.length]).toEqual([200, expected.length]);
  },
);
