import { describe, expect, it } from 'vitest';
import type { History } from '../../consistency/history.js';
import { counterexampleOf, judge } from '../../consistency/judge.js';
import { smallestCounterexample } from '../../consistency/minimise.js';
import { describeCall, timeline } from '../../consistency/timeline.js';
import { call, registers } from './histories.js';

const REST = { restAt: Number.POSITIVE_INFINITY };

describe('the counterexample of a judgement', () => {
  it('is the write and the read that misses it, of many calls', () => {
    const noise = Array.from({ length: 40 }, (_, at) =>
      call('1', `${at % 2 ? 'r' : 'w'} x=n${at - (at % 2)}`, [at, at + 0.5]),
    );
    const calls = [
      ...noise,
      call('2', 'w x=kept', [100, 110]),
      call('3', 'r x=n38', [120, 130]),
      call('3', 'r x=kept', [140, 150]),
    ];
    const history = { initial: registers({ x: '0' }), calls };
    const { refuted, model } = judge(history, REST);

    expect(model).toBe('sequential');
    expect(refuted).toBe('linearizable');
    expect(counterexampleOf('linearizable', history, REST).calls.map((one) => describeCall(one))).toEqual([
      'write value="n38"',
      'write value="kept"',
      'read value="n38"',
    ]);
  });

  it('keeps the write of every value that its reads show', () => {
    const calls = [
      call('1', 'w x=a', [0, 1]),
      call('1', 'w x=b', [2, 3]),
      call('2', 'r x=b', [4, 5]),
      call('2', 'r x=a', [6, 7]),
    ];
    const { calls: kept } = counterexampleOf('linearizable', { initial: registers({ x: '0' }), calls }, REST);
    const values = kept.map((one) => describeCall(one));

    expect(values).toContain('write value="a"');
  });
});

describe('the search for a smallest part', () => {
  it('ends after 500 tests with a part that still fails', () => {
    // Nothing can be left out, which takes a test for each part of each size.
    const calls = Array.from({ length: 400 }, (_, at) => call('1', `r x=${at}`, [at, at + 0.5]));
    let tests = 0;
    const fails = (part: History) => {
      tests += 1;
      return part.calls.length === 400;
    };
    const { calls: kept } = smallestCounterexample({ initial: {}, calls }, fails);

    expect(tests).toBe(500);
    expect(fails({ initial: {}, calls: kept })).toBe(true);
  });
});

describe('a timeline', () => {
  it('has a bar for each call, from request to response', () => {
    const calls = [
      call('client 1', 'w x=a', [1000, 1100]),
      call('client 2', 'r x=-', [1050, 1200]),
      call('client 3', 'w x=b', [1150]),
      call('client 4', 'w x=c', [1160, 1170], 'failed'),
    ];

    expect(timeline({ initial: {}, calls }).split('\n')).toEqual([
      '    0 ms  client 1  |---------------|                  write value="a"',
      '   50 ms  client 2          |----------------------|   read value=null',
      '  150 ms  client 3                         |-------->  write value="b", outcome unknown',
      '  160 ms  client 4                           ||        write value="c", rejected',
    ]);
  });

  it('names the records if there are several, and where a read was made', () => {
    const read = call('1', 'r x=1 y=2', [0, 1]);
    const operation = { ...read.operation, from: 'list' };

    expect(timeline({ initial: {}, calls: [{ ...read, operation } as typeof read] })).toContain(
      'read (list) x.value="1", y.value="2"',
    );
  });
});
