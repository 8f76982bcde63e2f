import { describe, expect, it } from 'vitest';
import { Host } from '../../proof/host.js';
import { subjectOf } from '../../proof/subject.js';
import { tryOut } from '../../proof/trial.js';
import { generateTenant, type Hook } from '../../reference/index.js';
import { checkWrites } from '../conformance/check-writes.js';

const tenant = generateTenant({
  seed: 3,
  sizes: { applications: 5, users: 9, subscriptions: 4, agreements: 2, contracts: 2 },
});
const ids = tenant.users.records.map(({ id }) => id);

/** It holds online users in review, which an update may not set, and takes no bulk update of listed records. */
const { hooks = [] } = subjectOf(
  'variant',
  'the-scope-of-listed-ids-is-one-that-the-run-does-not-know+an-online-user-is-not-in-review',
).reference;

const inReview: Hook = (steps) => ({
  prepare: (own) => {
    steps.prepare(own);
    for (const one of own.users.records) own.users.replace({ ...one, isOnline: true, isInReview: true });
  },
});

describe('a record with flags that no update may set', () => {
  it.each(['first-update', 'answer', 'media-type', 'idempotent', 'own-flags'])(
    'is not changed by updates.%s where nothing else could restore it',
    async (rule) => {
      const { restoration } = await checkWrites({
        reference: { tenant, hooks: [...hooks, inReview] },
        target: { fixtures: { writableUserIds: ids.slice(0, 2).join(',') } },
        options: { operations: ['updateUser'], allowDestroy: false, rules: [`updates.${rule}`] },
      });

      expect(restoration).toMatchObject({ left: [] });
    },
  );

  it('is not changed by its first update among applications of other flags', async () => {
    const host = await Host.start();
    try {
      const { unrestored } = await tryOut(
        {
          kind: 'variant',
          id: 'the-scope-of-listed-ids-is-one-that-the-run-does-not-know+a-sanctioned-application-has-single-sign-on',
          seed: 1,
          data: 'writes',
          operations: ['updateApplication'],
          rules: ['updates.first-update'],
        },
        host,
      );

      expect(unrestored).toBeNull();
    } finally {
      await host.close();
    }
  });
});
