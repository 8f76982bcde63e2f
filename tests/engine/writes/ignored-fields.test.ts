import { expect, it } from 'vitest';
import { IgnoredFields } from '../../../engine/writes/ignored-fields.js';
import type { RejectedValues } from '../../../engine/writes/own-values.js';

const update = { id: 'a', sent: {} } as RejectedValues;

function after(...updates: readonly [names: string[], left: string[]][]): IgnoredFields {
  const ignored = new IgnoredFields();
  for (const [names, left] of updates) ignored.record('user', update, names, left);
  return ignored;
}

const vain: [string[], string[]] = [['isOnline'], ['isOnline']];
const applied: [string[], string[]] = [['isOnline'], []];

it('are those that three updates in a row did not set', () => {
  expect(after(vain, vain).has('user', ['isOnline'])).toBe(false);
  expect(after(vain, vain, vain).has('user', ['isOnline'])).toBe(true);
  expect(after(vain, vain, applied, vain).has('user', ['isOnline'])).toBe(false);
});

it('are all of the given ones, of the same kind of record', () => {
  const ignored = after(vain, vain, vain);
  expect(ignored.has('user', ['isOnline', 'isInReview'])).toBe(false);
  expect(ignored.has('application', ['isOnline'])).toBe(false);
  expect(ignored.has('user', [])).toBe(false);
});

it('come with the updates that did not set them', () => {
  const ignored = after(vain, applied, vain);
  expect(ignored.updates('user')).toEqual([update, update]);
  expect(ignored.updates('application')).toEqual([]);
});
