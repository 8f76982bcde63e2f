import { expect, it } from 'vitest';
import { on } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import { mutants } from '../../reference/mutants/index.js';
import { outcomeOf } from '../conformance/check-reference.js';

const LIST = 'getApplicationUsersConsumptions';
const CHECK = `${LIST}/relations.consumption-gaps`;

const keeping = (isKept: (record: Readonly<Record<string, unknown>>) => boolean): Hook =>
  on(LIST, (steps) => ({ collect: (context) => steps.collect(context).filter(isKept) }));

/** Users with an even last digit of the id have an empty department, a null otherwise, of those without one. */
const emptyOrNull: Hook = (steps) => ({
  collect: (context) =>
    steps
      .collect(context)
      .map((one) =>
        (one.department ?? '') === '' ? { ...one, department: /[02468ace]$/.test(`${one.id}`) ? '' : null } : one,
      ),
});

it('users without a department have consumptions as others have', async () => {
  const [broken] = mutants.filter(
    ({ rules, operations }) => rules.includes('relations.consumption-gaps') && operations.includes(LIST),
  );

  expect(await outcomeOf(CHECK, [])).toBe('pass');
  expect(await outcomeOf(CHECK, broken ? [broken.hook] : [])).toBe('fail');
  expect(await outcomeOf(CHECK, [emptyOrNull, keeping(({ department }) => department !== null)])).toBe('fail');
});

it('which users have a consumption may depend on what they do', async () => {
  expect(await outcomeOf(CHECK, [keeping(({ lastActive }) => lastActive !== null)])).toBe('pass');
  expect(await outcomeOf(CHECK, [keeping(({ department, id }) => department !== null || `${id}` < '8')])).toBe('pass');
});
