import { expect, it } from 'vitest';
import { createReference } from '../../reference/index.js';
import { mutants } from '../../reference/mutants/index.js';
import { variants } from '../../reference/variants/index.js';

const sizes = { applications: 2, users: 3, subscriptions: 1, agreements: 1, contracts: 1 };

const hooks = [...mutants.map(({ id, hook }) => ({ id, hooks: [hook] })), ...variants];
const TOGETHER = 25;

it('is created with each mutant and each variant', () => {
  // A reference takes much longer to create than a hook, which none of the others can keep from being created.
  for (let from = 0; from < hooks.length; from += TOGETHER) {
    const some = hooks.slice(from, from + TOGETHER);
    const ids = some.map(({ id }) => id).join(' ');
    expect(() => createReference({ sizes, hooks: some.flatMap((one) => one.hooks) }), ids).not.toThrow();
  }
});
