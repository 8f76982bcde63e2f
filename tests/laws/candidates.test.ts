import { expect, it } from 'vitest';
import { valuesOf } from '../../suites/laws/filter/candidates.js';

it('of several rare values, the last one is tried: a filter may search the first records alone', () => {
  const items = ['one', 'two', 'two', 'three'].map((name) => ({ name }));

  expect(valuesOf(items, 'name')).toMatchObject({ rare: 'three', common: 'two', matches: 2 });
});
