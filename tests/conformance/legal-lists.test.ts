import { expect, it } from 'vitest';
import type { Hook } from '../../reference/behaviour.js';
import { Refusal } from '../../reference/refusal.js';
import { outcomeOf } from './check-reference.js';

const beyond = (length: number, { number, size }: { number: bigint; size: number }) =>
  number > 1n && BigInt(size) * (number - 1n) >= BigInt(length);

it('accuses no target that rejects pages behind the last one with several statuses', async () => {
  const hook: Hook = (steps) => ({
    paginate: (records, page, context) => {
      if (page.number > 2n ** 40n) throw new Refusal(400, 'The page is too far.');
      if (beyond(records.length, page)) throw new Refusal(404, 'There is no such page.');
      return steps.paginate(records, page, context);
    },
  });
  expect(await outcomeOf('getUsers/paging.wide-page-number', [hook])).toBe('inconclusive');
});

it('accuses no target that reads all page numbers, but cannot count what is in front of a page', async () => {
  const limited =
    (limit: bigint): Hook =>
    (steps) => ({
      paginate: (records, page, context) => {
        if (page.number * BigInt(page.size) >= limit) throw new Refusal(400, 'The offset is too large.');
        return steps.paginate(records, page, context);
      },
    });
  expect(await outcomeOf('getUsers/paging.wide-page-number', [limited(2n ** 63n)])).toBe('pass');
  expect(await outcomeOf('getUsers/paging.wide-page-number', [limited(2n ** 53n)])).toBe('fail');
});

it('accuses no target that sorts the few values of a field by the codes that they name', async () => {
  const codeOf = (value: unknown) => -String(value).charCodeAt(0);
  const byCode: Hook = (steps) => ({
    compareBy: (key, one, other, context) =>
      ['country', 'department'].includes(key.field)
        ? (codeOf(one[key.field]) - codeOf(other[key.field])) * (key.direction === 'desc' ? -1 : 1)
        : steps.compareBy(key, one, other, context),
  });
  expect(await outcomeOf('getUsers/sort.ordered', [byCode], { sizes: { users: 7 } })).toBe('pass');
  expect(await outcomeOf('getUsers/sort.ordered', [byCode], { sizes: { users: 60 } })).toBe('fail');
});
