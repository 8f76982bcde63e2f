import { describe, expect, it } from 'vitest';
import { faults } from '../../faults/index.js';
import { type Call, jsonOf, queryValue, type Reply } from '../../faults/wire.js';

const reply = (value: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
});
const page = (items: readonly unknown[], numbers = {}) =>
  reply({
    items,
    pagination: { page_size: 100, page_number: 1, total_pages: 1, total_items: items.length, ...numbers },
  });

/** What a fault makes of one response, and the calls that it sends. */
async function injected(id: string, given: Reply, call: Partial<Call> = {}) {
  const fault = faults.find((one) => one.id === id);
  if (fault === undefined) throw new Error(`no fault ${id}`);
  const sent: Call[] = [];
  const whole: Call = { operation: fault.operation, params: {}, query: [], credentialed: true, ...call };
  const changed = await fault.begin()(whole, async (one) => {
    sent.push(one);
    return given;
  });
  return { changed, value: jsonOf(changed), sent };
}

describe('a fault of a field', () => {
  it('renames it in each record', async () => {
    const { value } = await injected('getUsers/field-snake-case/lastActive', page([{ lastActive: 'x', id: 'a' }, {}]));
    expect(value).toMatchObject({ items: [{ last_active: 'x', id: 'a' }, {}] });
  });

  it('reaches records in records', async () => {
    const { value } = await injected(
      'getApplications/text-for-number/licenses.total',
      page([{ licenses: [{ total: 3 }, { total: null }] }]),
    );
    expect(value).toMatchObject({ items: [{ licenses: [{ total: '3' }, { total: null }] }] });
  });

  it('returns the very response that has nothing to change', async () => {
    const given = page([{ id: 'a', lastActive: null }]);
    expect((await injected('getUsers/date-impossible/lastActive', given)).changed).toBe(given);
    expect((await injected('getUsers/field-absent/email', given)).changed).toBe(given);
  });

  it('leaves refusals alone', async () => {
    const given = reply({ error: { code: 400, message: 'no' } }, 400);
    expect((await injected('getUsers/field-absent/email', given)).changed).toBe(given);
  });
});

describe('a fault of a request', () => {
  it('drops a filter that the target accepts', async () => {
    const { sent } = await injected('getUsers/filter-ignored', page([]), {
      query: [
        ['filter', "name -eq 'a'"],
        ['page_size', '5'],
      ],
    });
    expect(sent.at(-1)?.query).toEqual([['page_size', '5']]);
  });

  it('swaps an operator outside of quotes alone', async () => {
    const filter = "(name -eq 'a -eq b') -and (status -eq x)";
    const { sent } = await injected('getUsers/operator-eq-as-ne', page([]), { query: [['filter', filter]] });
    expect(queryValue(sent.at(-1) as Call, 'filter')).toBe("(name -ne 'a -eq b') -and (status -ne x)");
  });

  it('wraps a page number and repeats the one that was sent', async () => {
    const { sent, value } = await injected('getUsers/page-number-wraps-32', page([]), {
      query: [['page_number', '4294967298']],
    });
    expect(queryValue(sent.at(-1) as Call, 'page_number')).toBe('2');
    expect(value).toMatchObject({ pagination: { page_number: 4294967298 } });
  });

  it('sends the credential where there was none', async () => {
    const { sent } = await injected('getUsers/credential-ignored', page([]), { credentialed: false });
    expect(sent.at(-1)?.credentialed).toBe(true);
  });
});

describe('a fault that remembers', () => {
  it('begins anew for each run', async () => {
    const fault = faults.find(({ id }) => id === 'getUsers/changes-each-time');
    const given = page([{ id: 'a' }]);
    const call: Call = { operation: 'getUsers', params: {}, query: [], credentialed: true };
    const [one, other] = [fault?.begin(), fault?.begin()];

    expect(await one?.(call, async () => given)).toBe(given);
    expect(await one?.(call, async () => given)).not.toBe(given);
    expect(await other?.(call, async () => given)).toBe(given);
  });
});

describe('a fault of one side of a relation', () => {
  const [missing, kept] = [{ id: 'd' }, { id: 'a' }];

  it('leaves records out, with totals that match', async () => {
    const { value } = await injected('getUserApplications/child-missing', page([missing, kept]));
    expect(value).toMatchObject({ items: [kept], pagination: { total_items: 1, total_pages: 1 } });
  });

  it('fills the pages from those that follow', async () => {
    const numbers = { page_size: 1, total_pages: 2, total_items: 2 };
    const query = [['page_size', '1']] as const;
    const { value, sent } = await injected('getUserApplications/child-missing', page([missing], numbers), { query });
    expect(sent.map((call) => queryValue(call, 'page_number'))).toEqual([undefined, '2']);
    expect(value).toMatchObject({ items: [], pagination: { total_items: 0, total_pages: 0 } });
  });

  it('changes a value in some records of the list alone', async () => {
    const records = [missing, kept].map((one) => ({ ...one, username: 'u' }));
    const { value } = await injected('getUsers/list-disagrees/username', page(records));
    expect(value).toMatchObject({
      items: [
        { id: 'd', username: 'u II' },
        { id: 'a', username: 'u' },
      ],
    });
  });

  it('returns the very response of a list in which no record deviates', async () => {
    const given = page([kept]);
    expect((await injected('getUserApplications/child-missing', given)).changed).toBe(given);
  });
});
