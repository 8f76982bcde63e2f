import { describe, expect, it } from 'vitest';
import { byRecord, hasOverlap } from '../../consistency/history.js';
import { judge } from '../../consistency/judge.js';
import { explains } from '../../consistency/models.js';
import { call, registers } from './histories.js';

const REST = { restAt: Number.POSITIVE_INFINITY };
const initial = registers({ x: '0' });

describe('a write without a response', () => {
  it.each([
    ['never', '0', '0'],
    ['before the first read', '1', '1'],
    ['long after the request', '0', '1'],
  ])('may take effect %s', (_when, first, second) => {
    const calls = [call('1', 'w x=1', [0]), call('2', `r x=${first}`, [10, 20]), call('2', `r x=${second}`, [30, 40])];

    expect(judge({ initial, calls }, REST).model).toBe('linearizable');
  });

  it('does not take effect and vanish again', () => {
    const calls = [call('1', 'w x=1', [0]), call('2', 'r x=1', [10, 20]), call('2', 'r x=0', [30, 40])];

    expect(explains('linearizable', { initial, calls }, REST)).toBe('no');
  });
});

describe('a refused write', () => {
  it('has no effect', () => {
    const refused = call('1', 'w x=1', [0, 5], 'failed');

    expect(explains('linearizable', { initial, calls: [refused, call('2', 'r x=0', [10, 20])] }, REST)).toBe('yes');
    expect(explains('linearizable', { initial, calls: [refused, call('2', 'r x=1', [10, 20])] }, REST)).toBe('no');
  });
});

describe('a merge patch', () => {
  const fields = { a: '1', b: '1' };
  const write = (sets: Record<string, string | null>, at: number) => ({
    client: '1',
    operation: { kind: 'write' as const, sets: { r: sets } },
    call: at,
    return: at + 1,
    outcome: 'ok' as const,
  });
  const read = (shows: Record<string, string | null>, at: number) => ({
    ...write({}, at),
    operation: { kind: 'read' as const, shows: { r: shows } },
  });

  it('leaves the fields alone that it does not name', () => {
    const calls = [write({ a: '2' }, 0), read({ a: '2', b: '1' }, 10)];

    expect(explains('linearizable', { initial: { r: fields }, calls }, REST)).toBe('yes');
  });

  it('removes a field with null', () => {
    const calls = (b: string | null) => [write({ b: null }, 0), read({ a: '1', b }, 10)];

    expect(explains('linearizable', { initial: { r: fields }, calls: calls(null) }, REST)).toBe('yes');
    expect(explains('linearizable', { initial: { r: fields }, calls: calls('1') }, REST)).toBe('no');
  });

  it('shows as a whole or not at all', () => {
    const calls = [write({ a: '2', b: '2' }, 0), read({ a: '2', b: '1' }, 0.5)];

    expect(explains('linearizable', { initial: { r: fields }, calls }, REST)).toBe('no');
  });
});

describe('a search', () => {
  it('says so when it reaches its limit', () => {
    const writes = Array.from({ length: 12 }, (_, at) => call(String(at), `w x=${at}`, [0, 100]));
    const history = { initial, calls: [...writes, call('r', 'r x=1', [50, 60]), call('r', 'r x=0', [70, 80])] };

    expect(explains('linearizable', history, { ...REST, limit: 1 })).toBe('unknown');
    expect(judge(history, { ...REST, limit: 1 })).toMatchObject({ refuted: null });
    expect(judge(history, { ...REST, limit: 1 }).open).toContain('linearizable');
  });

  it('of a hundred calls of sixteen clients takes few states', () => {
    const calls = Array.from({ length: 100 }, (_, at) => {
      const from = Math.floor(at / 16) * 10;
      return call(String(at % 16), at % 2 === 0 ? `w x=${at}` : `r x=${at - 1}`, [from + (at % 16) / 100, from + 9]);
    });

    expect(explains('linearizable', { initial, calls }, { ...REST, limit: 2000 })).toBe('yes');
  });
});

describe('a history of several records', () => {
  it('is judged for each of them, so that a list need not be read at one moment', () => {
    const two = registers({ x: '0', y: '0' });
    const calls = [call('1', 'w x=1', [0, 10]), call('1', 'w y=1', [20, 30]), call('2', 'r x=0 y=1', [5, 40])];
    const parts = byRecord({ initial: two, calls });

    expect([...parts.keys()]).toEqual(['x', 'y']);
    expect([...parts.values()].map((part) => judge(part, REST).model)).toEqual(['linearizable', 'linearizable']);
    expect(explains('linearizable', { initial: two, calls }, REST)).toBe('no');
  });
});

describe('calls overlap', () => {
  it.each([
    ['two writes at the same time', [call('1', 'w x=1', [0, 10]), call('2', 'w x=2', [5, 15])], true],
    ['a read during a write', [call('1', 'w x=1', [0, 10]), call('2', 'r x=0', [5, 6])], true],
    ['a write without a response and a later read', [call('1', 'w x=1', [0]), call('2', 'r x=0', [50, 60])], true],
    ['two reads at the same time', [call('1', 'r x=0', [0, 10]), call('2', 'r x=0', [5, 15])], false],
    ['two writes in turn', [call('1', 'w x=1', [0, 10]), call('2', 'w x=2', [11, 15])], false],
  ])('%s: %#', (_name, calls, overlap) => {
    expect(hasOverlap({ initial, calls })).toBe(overlap);
  });
});
