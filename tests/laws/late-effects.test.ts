import { afterEach, expect, it } from 'vitest';
import type { Hook, Reference } from '../../reference/index.js';
import type { Row } from '../../reference/model.js';
import { writeVariants } from '../../reference/variants/writes/index.js';
import { hostileBodies } from '../../suites/laws/writes/merge-patch/hostile-bodies.js';
import { runRules, served } from '../engine/writes/run-rules.js';

const open: Reference[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((reference) => reference.close()));
});

/** The first read after an update shows the record before it. */
const behindByOneRead: Hook = (steps) => {
  const old = new Map<unknown, Row>();
  return {
    save: (updated, context) => {
      old.set(updated.id, context.tenant.applications.get(String(updated.id)) as unknown as Row);
      steps.save(updated, context);
    },
    read: (context) => {
      const read = steps.read(context);
      const was = old.get(read.id);
      old.delete(read.id);
      return was ?? read;
    },
  };
};

it('what an accepted body changes is not blamed on a later one that is rejected', async () => {
  const refuses = writeVariants.find(({ id }) => id === 'an-update-to-an-unknown-category-is-refused')?.hooks ?? [];
  const { reference, target } = await served({ hooks: [...refuses, behindByOneRead] });
  open.push(reference);

  const { results } = await runRules(target, { updateApplication: [hostileBodies] });

  expect(
    results.map(({ outcome, evidence }) => [outcome, evidence.map(({ difference }) => difference.message)]),
  ).toEqual([['pass', []]]);
});
