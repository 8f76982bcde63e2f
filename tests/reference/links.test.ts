import { afterAll, describe, expect, test } from 'vitest';
import { operations } from '../../contract/operations/index.js';
import { inject, serve } from './harness.js';

const server = serve();
afterAll(() => server.close());

interface Sent {
  readonly href: string;
  readonly rel: string;
  readonly method: string;
}

const follow = (link: Sent | undefined) => inject(server, 'GET', `/${link?.href}`);
const reads = operations.filter(({ area }) => area === 'agreements').map(({ id }) => id);

test.each(reads)('the links of %s are strings that can be followed with GET', async (id) => {
  const { json } = await server.call(id);
  const links: Sent[] = [
    ...json._links,
    ...(json.items ?? []).flatMap(({ _links = [] }: { _links?: Sent[] }) => _links),
  ];
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) {
    expect(Object.keys(link).sort()).toEqual(['href', 'method', 'rel']);
    expect(link.href).toMatch(/^api\/sam\/v2\//);
    expect(link.method).toBe('GET');
    expect((await follow(link)).status).toBe(200);
  }
});

describe('the links of a list', () => {
  const query = { page_size: 20, page_number: 2, filter: "name -ne 'a&b'" };
  const linksOf = async (change: Partial<typeof query>) => {
    const links: Sent[] = (await server.call('getAgreements', { query: { ...query, ...change } })).json._links;
    return new Map(links.map((link) => [link.rel, link]));
  };

  test('point to this page, the previous and the next one, with the same filter', async () => {
    const links = await linksOf({});
    for (const [rel, page_number] of Object.entries({ self: 2, first: 1, prev: 1, next: 3, last: 4 })) {
      const expected = await server.call('getAgreements', { query: { ...query, page_number } });
      expect((await follow(links.get(rel))).text).toBe(expected.text);
    }
  });

  test('point to no page before the first or after the last', async () => {
    expect([...(await linksOf({ page_number: 1 })).keys()]).toEqual(['self', 'first', 'next', 'last']);
    expect([...(await linksOf({ page_number: 4 })).keys()]).toEqual(['self', 'first', 'prev', 'last']);
    const beyond = await linksOf({ page_number: 9 });
    expect(beyond.get('prev')?.href).toBe(beyond.get('last')?.href);
  });
});

test.each(['Agreement', 'Contract'])('the self link of an %s points to the same record', async (kind) => {
  const detail = await server.call(`get${kind}`);
  expect((await follow(detail.json._links[0])).text).toBe(detail.text);
});
