import { expect, test } from 'vitest';
import type { History } from '../../../consistency/history.js';
import { timeline } from '../../../consistency/timeline.js';
import { drawnHistory } from '../../../reporters/html/drawn-history.js';

const HISTORY: History = {
  initial: { r: { name: 'a' } },
  calls: [
    {
      client: 'client 1',
      operation: { kind: 'write', sets: { r: { name: 'b|' } } },
      call: 5,
      return: 40,
      outcome: 'ok',
    },
    { client: 'c2', operation: { kind: 'read', shows: { r: { name: 'a' } } }, call: 50, return: 69, outcome: 'ok' },
    {
      client: 'c3',
      operation: { kind: 'write', sets: { r: { name: 'z' } } },
      call: 20,
      return: null,
      outcome: 'unknown',
    },
  ],
};

test('the drawn history of a finding is read back, with its bars', () => {
  const drawn = drawnHistory(`an update is lost\n${timeline(HISTORY)}`);
  expect(drawn?.head).toBe('an update is lost');
  expect(drawn?.calls).toMatchObject([
    { sent: '0 ms', client: 'client 1', from: 0, isOpen: false, what: 'write name="b|"' },
    { sent: '15 ms', client: 'c3', isOpen: true, to: 33, what: 'write name="z", outcome unknown' },
    { sent: '45 ms', client: 'c2', to: 32, isOpen: false, what: 'read name="a"' },
  ]);
  const [first, , last] = drawn?.calls ?? [];
  expect(first?.to).toBeLessThan(last?.from ?? 0);
});

test.each(['a message', 'two\nlines', 'one\n    0 ms  c1  |--|', '', 'x\n|'])('other texts have none: %j', (text) => {
  const drawn = drawnHistory(text);
  if (text.includes('c1')) expect(drawn?.calls).toHaveLength(1);
  else expect(drawn).toBeNull();
});
