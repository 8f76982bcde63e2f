import { describe, expect, it } from 'vitest';
import type { Context } from '../../reference/behaviour.js';
import type { Hook } from '../../reference/index.js';
import { checkReference } from '../conformance/check-reference.js';

/** Ignores a sort by department; `present` changes the department that such a list shows. */
function ignoring(present: (department: unknown) => unknown): Hook {
  const isByDepartment = ({ sort }: Context['query']) => String(sort).startsWith('department');
  return (steps) => ({
    order: (all, keys, context) => (keys[0]?.field === 'department' ? all : steps.order(all, keys, context)),
    present: (one, schema, context) => {
      const shown = steps.present(one, schema, context);
      return isByDepartment(context.query) ? { ...shown, department: present(shown.department) } : shown;
    },
  });
}

async function warned(hook: Hook): Promise<string[]> {
  const options = { operations: ['getUsers'], rules: ['sort.unknown-field'] };
  const { checks } = await checkReference({ reference: { hooks: [hook] }, options });
  return checks.flatMap(({ findings }) => findings.map(({ message }) => message));
}

describe('a sort that leaves the list in its default order', () => {
  it('is a warning if the list is not in order of the field', async () => {
    expect(await warned(ignoring((department) => department))).toEqual([
      'sort=department:asc is accepted but leaves the list in its default order',
    ]);
  });

  it('is none if another client has edited the values, so that the list is in order now', async () => {
    expect(await warned(ignoring(() => 'Sales'))).toEqual([]);
  });
});
