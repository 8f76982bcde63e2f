import { describe, expect, it } from 'vitest';
import { compareInstants, instantOf } from '../../engine/oracle/instants.js';

const at = Date.UTC(2024, 1, 29, 10, 20, 30);

describe('an instant', () => {
  it.each([
    ['2024-02-29', Date.UTC(2024, 1, 29), '', 'day', false],
    ['2024-02-29T10:20:30Z', at, '', 'second', true],
    ['2024-02-29t10:20:30z', at, '', 'second', true],
    ['2024-02-29 10:20:30', at, '', 'second', false],
    ['2024-02-29T10:20', at - 30_000, '', 'second', false],
    ['2024-02-29T12:20:30+02:00', at, '', 'second', true],
    ['2024-02-29T12:20:30+0200', at, '', 'second', true],
    ['2024-02-29T12:20:30+02', at, '', 'second', true],
    ['2024-02-29T07:50:30-02:30', at, '', 'second', true],
    ['2024-02-29T10:20:30.5Z', at + 500, '', 'fraction', true],
    ['2024-02-29T10:20:30,25Z', at + 250, '', 'fraction', true],
    ['2024-02-29T10:20:30.123456700Z', at + 123, '4567', 'fraction', true],
    ['2024-02-29T10:20:30.000', at, '', 'fraction', false],
    ['2024-02-29T10:20:60Z', at + 29_000, '', 'second', true],
  ] as const)('is read from %s', (text, time, rest, shown, zoned) => {
    expect(instantOf(text)).toEqual({ time, rest, shown, zoned });
  });

  it.each([
    '',
    '2024-02-9',
    '2024-02-30',
    '2023-02-29',
    '2024-13-01',
    '2024-02-29T25:00:00Z',
    '2024-02-29T10',
    '2024-02-29T10:20:30+2',
    'x2024-02-29',
    '2024-02-29x',
    '2024-02-29T10:20:30Z and more',
    `2024-02-29T10:20:30.${'1'.repeat(44)}Z`,
  ])('is not read from %j', (text) => {
    expect(instantOf(text)).toBeNull();
  });

  it('is read with up to 64 characters', () => {
    expect(instantOf(`2024-02-29T10:20:30.${'1'.repeat(43)}Z`)?.rest).toHaveLength(40);
  });

  it('is ordered by its time, and then by the digits past the millisecond', () => {
    const ordered = ['30.1229', '30.123', '30.1230001', '30.12301', '30.124'].map((seconds) =>
      instantOf(`2024-02-29T10:20:${seconds}Z`),
    );

    for (const [index, one] of ordered.entries()) {
      for (const [place, other] of ordered.entries()) {
        if (one === null || other === null) throw new Error('not an instant');
        expect(Math.sign(compareInstants(one, other))).toBe(Math.sign(index - place));
      }
    }
  });
});
