import { expect, it } from 'vitest';
import { createReference } from '../../reference/index.js';
import { mutants } from '../../reference/mutants/index.js';
import { variants } from '../../reference/variants/index.js';

const sizes = { applications: 2, users: 3, subscriptions: 1, agreements: 1, contracts: 1 };

it('is created with each mutant and each variant', () => {
  const hooks = [...mutants.map(({ id, hook }) => ({ id, hooks: [hook] })), ...variants];
  for (const { id, hooks: broken } of hooks) expect(() => createReference({ sizes, hooks: broken }), id).not.toThrow();
});
