import { expect, it } from 'vitest';
import { pagination } from '../../reference/hooks.js';
import { checkReference, failures } from './check-reference.js';

it('accuses no target that returns another page in place of one behind the last page', async () => {
  // A page number that several parsers read as 5 or as 10 is behind the last page of these lists.
  const last = pagination((given) => ({ ...given, page_number: Math.min(Number(given.page_number), 2) }));

  for (const seed of [1, 2, 3]) {
    const report = await checkReference({
      reference: {
        sizes: { applications: 3, users: 12, subscriptions: 3, agreements: 3, contracts: 3 },
        hooks: [last],
      },
      options: { rules: ['paging.lenient'], seed },
    });
    expect(failures(report)).toEqual([]);
  }
});
