import { describe, expect, it } from 'vitest';
import { lostWrites, strangeValues, tornReads } from '../../consistency/at-rest.js';
import { call, registers } from './histories.js';

const initial = registers({ x: '0' });
const lost = (calls: Parameters<typeof lostWrites>[0]['calls'], value: string) =>
  lostWrites({ initial, calls }, registers({ x: value })).map((one) => one.lost.operation);

describe('a write is lost at rest', () => {
  it('if the value is an older one', () => {
    const calls = [call('1', 'w x=a', [0, 10]), call('2', 'w x=b', [20, 30])];

    expect(lost(calls, 'a')).toEqual([calls[1]?.operation]);
    expect(lost(calls, '0')).toHaveLength(1);
    expect(lost(calls, 'b')).toEqual([]);
  });

  it.each([
    ['it overlapped with the write that won', [call('1', 'w x=a', [0, 10]), call('2', 'w x=b', [5, 30])], 'a'],
    ['it was refused', [call('1', 'w x=a', [0, 10]), call('2', 'w x=b', [20, 30], 'failed')], 'a'],
    ['it had no response', [call('1', 'w x=a', [0, 10]), call('2', 'w x=b', [20])], 'a'],
    ['one without a response may have come later', [call('1', 'w x=a', [0]), call('2', 'w x=b', [20, 30])], 'a'],
    ['a later one set the same value', [call('1', 'w x=b', [0, 10]), call('2', 'w x=b', [20, 30])], 'b'],
    ['no call sent the value: another client did', [call('1', 'w x=a', [0, 10])], 'foreign'],
  ])('but not if %s', (_why, calls, value) => {
    expect(lost(calls, value)).toEqual([]);
  });
});

describe('a strange value', () => {
  it('is one that no write set, or only one that was refused', () => {
    const refused = call('1', 'w x=a', [0, 10], 'failed');
    const calls = [refused, call('2', 'r x=a', [20, 30]), call('2', 'r x=b', [40, 50]), call('2', 'r x=0', [60, 70])];

    expect(strangeValues({ initial, calls }).map(({ value, refused: by }) => [value, by])).toEqual([
      ['a', refused],
      ['b', null],
    ]);
  });

  it('is not one of a write that may have had an effect', () => {
    const calls = [call('1', 'w x=a', [0]), call('2', 'r x=a', [20, 30])];

    expect(strangeValues({ initial, calls })).toEqual([]);
  });
});

describe('a torn read', () => {
  const read = (shows: Record<string, string>) => ({
    ...call('1', 'r x=0', [0, 1]),
    operation: { kind: 'read' as const, shows: { r: shows } },
  });
  const before = { r: { notes: 'old notes', description: 'old description' } };
  const torn = (shows: Record<string, string>) =>
    tornReads({ initial: before, calls: [read(shows)] }, ['notes', 'description']).map(({ values }) => values);

  it('shows the values of two writes', () => {
    expect(torn({ notes: 'a', description: 'b' })).toEqual([{ notes: 'a', description: 'b' }]);
    expect(torn({ notes: 'a', description: 'old description' })).toHaveLength(1);
  });

  it('is not one of a whole write, or of the record before all writes', () => {
    expect(torn({ notes: 'a', description: 'a' })).toEqual([]);
    expect(torn({ notes: 'old notes', description: 'old description' })).toEqual([]);
    expect(torn({ notes: 'a' })).toEqual([]);
  });
});
