import { expect, it } from 'vitest';
import { generateTenant } from '../../reference/index.js';
import { records } from '../../reference/mutants/writes/write-hooks.js';
import { failures } from './check-reference.js';
import { checkWrites } from './check-writes.js';

it('updates that also change the one user of the same name are a failure, and what is left is reported', async () => {
  const sizes = { applications: 60, users: 40, subscriptions: 4, agreements: 2, contracts: 2 };
  const tenant = generateTenant({ seed: 4, sizes });
  const [one, other] = [tenant.users.records[9], tenant.users.records[25]];
  if (one === undefined || other === undefined) throw new Error('the tenant has too few users');
  tenant.users.replace({ ...other, displayName: one.displayName });
  const before = new Map(tenant.users.records.map((user) => [user.id, JSON.stringify(user)]));

  const report = await checkWrites({
    reference: {
      tenant,
      hooks: [
        (steps) => ({
          save: (record, context) => {
            const { isOnline, isInReview, isQualified, displayName } = record;
            for (const user of context.operation.area === 'users' ? records(context) : [])
              if (user.displayName === displayName) steps.save({ ...user, isOnline, isInReview, isQualified }, context);
            steps.save(record, context);
          },
        }),
      ],
    },
    options: { operations: ['updateUser'], allowScopeAll: false },
  });

  const found = failures(report);
  expect(found).toContainEqual(expect.stringContaining('updateUser/updates.other-records: an update of'));
  // Whether an update with the own values of the one is sent while the other has changed depends on the clock.
  expect(found.filter((one) => !/^updateUser\/updates\.(?:other-records|own-values): /.test(one))).toEqual([]);
  const changed = tenant.users.records.filter((user) => before.get(user.id) !== JSON.stringify(user));
  const left = report.restoration?.left.map(({ id }) => id);
  // A flag that no request set for a user may be the doing of another client, and is reported instead.
  expect(changed.map(({ id }) => id).filter((id) => left?.includes(id) !== true)).toEqual([]);
});
