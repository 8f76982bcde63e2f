import { describe, expect, it } from 'vitest';
import type { History } from '../../consistency/history.js';
import { judge } from '../../consistency/judge.js';
import { explains, type Model } from '../../consistency/models.js';
import { call, registers, sessions } from './histories.js';

const REST = { restAt: Number.POSITIVE_INFINITY };
const zero = registers({ x: '0', y: '0' });

describe('registers in the tests of Porcupine', () => {
  it('a read during a write may show it while a later read that overlaps both does not', () => {
    const history = {
      initial: registers({ x: '0' }),
      calls: [call('1', 'w x=100', [0, 100]), call('2', 'r x=100', [25, 75]), call('3', 'r x=0', [30, 60])],
    };

    expect(judge(history, REST).model).toBe('linearizable');
  });

  it('a read after one that showed the write must show it too', () => {
    const history = {
      initial: registers({ x: '0' }),
      calls: [call('1', 'w x=200', [0, 100]), call('2', 'r x=200', [10, 30]), call('3', 'r x=0', [40, 90])],
    };

    expect(judge(history, REST).model).toBe('sequential');
  });
});

/** Histories with the model that they are published for, and the one that they are a counterexample of. */
const PUBLISHED: readonly (readonly [string, History, Model, Model | null])[] = [
  [
    'Tanenbaum and van Steen, sequential consistency, figure a: all see two writes in one order',
    sessions({ P1: ['w x=a'], P2: ['w x=b'], P3: ['r x=b', 'r x=a'], P4: ['r x=b', 'r x=a'] }, zero),
    'sequential',
    null,
  ],
  [
    'Tanenbaum and van Steen, sequential consistency, figure b: two see them in different orders',
    sessions({ P1: ['w x=a'], P2: ['w x=b'], P3: ['r x=b', 'r x=a'], P4: ['r x=a', 'r x=b'] }, zero),
    'causal',
    'sequential',
  ],
  [
    'Hutto and Ahamad: causally consistent, and not sequentially',
    sessions(
      {
        P1: ['w x=a', 'w x=c'],
        P2: ['r x=a', 'w x=b'],
        P3: ['r x=a', 'r x=c', 'r x=b'],
        P4: ['r x=a', 'r x=b', 'r x=c'],
      },
      zero,
    ),
    'causal',
    'sequential',
  ],
  [
    'Tanenbaum and van Steen, a violation of causal consistency: b depends on a',
    sessions({ P1: ['w x=a'], P2: ['r x=a', 'w x=b'], P3: ['r x=b', 'r x=a'], P4: ['r x=a', 'r x=b'] }, zero),
    'read your writes',
    'causal',
  ],
  [
    'the same without the read that makes b depend on a: causally consistent',
    sessions({ P1: ['w x=a'], P2: ['w x=b'], P3: ['r x=b', 'r x=a'], P4: ['r x=a', 'r x=b'] }, zero),
    'causal',
    'sequential',
  ],
  [
    'Dekker, two clients that each miss the write of the other (store buffering)',
    sessions({ P1: ['w x=1', 'r y=0'], P2: ['w y=1', 'r x=0'] }, zero),
    'causal',
    'sequential',
  ],
  [
    'independent reads of independent writes',
    sessions({ P1: ['w x=1'], P2: ['w y=1'], P3: ['r x=1', 'r y=0'], P4: ['r y=1', 'r x=0'] }, zero),
    'causal',
    'sequential',
  ],
  [
    'message passing: the flag is there before the data',
    sessions({ P1: ['w x=1', 'w y=1'], P2: ['r y=1', 'r x=0'] }, zero),
    'read your writes',
    'causal',
  ],
];

describe('histories of the literature', () => {
  it.each(PUBLISHED)('%s', (_name, history, model, counterexampleOf) => {
    expect(explains(model, history, REST)).toBe('yes');
    if (counterexampleOf !== null) expect(explains(counterexampleOf, history, REST)).toBe('no');
    expect(judge(history, REST)).toMatchObject({ open: [] });
  });
});

describe('the session guarantees of Terry et al. each forbid what they were made for', () => {
  it.each([
    ['read your writes', 'a changed password that does not work', sessions({ P1: ['w x=1', 'r x=0'] }, zero)],
    [
      'monotonic reads',
      'an appointment that is in the calendar once and then no longer',
      sessions({ P1: ['w x=1'], P2: ['r x=1', 'r x=0'] }, zero),
    ],
    [
      'monotonic writes',
      'a program without the library that it was written after',
      sessions({ P1: ['w x=1', 'w y=1'], P2: ['r x=0 y=1'] }, zero),
    ],
    [
      'writes follow reads',
      'a reply without the article that it replies to',
      sessions({ P1: ['w x=1'], P2: ['r x=1', 'w y=1'], P3: ['r x=0 y=1'] }, zero),
    ],
  ] as const)('%s: %s', (guarantee, _what, history) => {
    expect(explains(guarantee, history, REST)).toBe('no');
    expect(explains('causal', history, REST)).toBe('no');
    expect(explains('eventual', history, REST)).toBe('yes');
  });
});

describe('an eventually consistent register', () => {
  const history = {
    initial: zero,
    calls: [
      call('1', 'w x=1', [0, 10]),
      call('2', 'r x=0', [20, 30]),
      call('2', 'r x=1', [40, 50]),
      call('2', 'r x=0', [60, 70]),
      call('2', 'r x=1', [600, 610]),
    ],
  };

  it('may show an old value before it comes to rest', () => {
    expect(explains('eventual', history, { restAt: 510 })).toBe('yes');
    expect(judge(history, { restAt: 510 }).refuted).toBe('causal');
  });

  it('may not show it afterwards', () => {
    expect(explains('eventual', history, { restAt: 55 })).toBe('no');
  });

  it('may not show different values afterwards, although either is that of a last write', () => {
    const two = { initial: zero, calls: [call('1', 'w x=1', [0, 10]), call('2', 'w x=2', [5, 15])] };
    const reads = (one: string, other: string) => [
      call('3', `r x=${one}`, [30, 40]),
      call('4', `r x=${other}`, [50, 60]),
    ];

    expect(explains('eventual', { ...two, calls: [...two.calls, ...reads('1', '1')] }, { restAt: 20 })).toBe('yes');
    expect(explains('eventual', { ...two, calls: [...two.calls, ...reads('1', '2')] }, { restAt: 20 })).toBe('no');
  });

  it('may not show a value that was never written', () => {
    const history = { initial: zero, calls: [call('1', 'r x=7', [0, 10])] };

    expect(judge(history, REST)).toMatchObject({ model: null, open: [], refuted: 'eventual' });
  });
});
