import { expect, it, onTestFinished } from 'vitest';
import { on } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import { listed } from '../../suites/laws/writes/merge-patch/effect.js';
import { runRules, served } from '../engine/writes/run-rules.js';

/** How many reads of the list show the users as they were before a change. */
const STALE_READS = 3;

/** A list of users that shows a change of a user after a few reads, as if something else had renewed it, so many times for each. */
function renewed(times: number): Hook {
  const changes = new Map<string, number>();
  let kept: readonly unknown[] | undefined;
  let [reads, isRenewed] = [0, true];
  return (steps) => ({
    save: (record, context) => {
      const id = String(record.id);
      const { users } = context.tenant;
      const before = JSON.stringify(users.get(id));
      const all = [...users.records];
      steps.save(record, context);
      if (JSON.stringify(users.get(id)) === before) return;
      kept ??= all;
      const count = (changes.get(id) ?? 0) + 1;
      changes.set(id, count);
      [reads, isRenewed] = [0, count <= times];
    },
    ...on('getUsers', (own) => ({
      collect: (context) => {
        reads += 1;
        if (reads > STALE_READS && isRenewed) kept = undefined;
        return (kept as ReturnType<typeof own.collect> | undefined) ?? own.collect(context);
      },
    }))(steps),
  });
}

async function outcomeOf(times: number) {
  const { reference, target } = await served({ hooks: [renewed(times)] });
  onTestFinished(() => reference.close());
  const { results } = await runRules(target, { updateUser: [listed] }, { consistencyWindowMs: 300 });
  return results[0]?.outcome;
}

it('a list that is behind for a few reads shows updates', async () => {
  expect(await outcomeOf(Number.POSITIVE_INFINITY)).toBe('pass');
});

it('a list that something else renews after the first update of a record alone does not show updates', async () => {
  // The re-run that confirms it changes the record for the third time.
  expect(await outcomeOf(1)).not.toBe('pass');
});
