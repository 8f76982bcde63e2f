import { expect, it } from 'vitest';
import { IgnoredFields } from '../../../engine/writes/ignored-fields.js';

function after(...updates: readonly [names: string[], left: string[]][]): IgnoredFields {
  const ignored = new IgnoredFields();
  for (const [names, left] of updates) ignored.record('user', names, left);
  return ignored;
}

const vain: [string[], string[]] = [['isOnline'], ['isOnline']];

it('are those that three updates in a row did not set', () => {
  expect(after(vain, vain).has('user', ['isOnline'])).toBe(false);
  expect(after(vain, vain, vain).has('user', ['isOnline'])).toBe(true);
  expect(after(vain, vain, [['isOnline'], []], vain).has('user', ['isOnline'])).toBe(false);
});

it('are all of the given ones, of the same kind of record', () => {
  const ignored = after(vain, vain, vain);
  expect(ignored.has('user', ['isOnline', 'isInReview'])).toBe(false);
  expect(ignored.has('application', ['isOnline'])).toBe(false);
  expect(ignored.has('user', [])).toBe(false);
});
