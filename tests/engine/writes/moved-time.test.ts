import { describe, expect, it } from 'vitest';
import { isMovedEitherWay, isMovedTime } from '../../../engine/writes/moved-time.js';

const HOUR_MS = 3_600_000;
const now = (offsetMs = 0): string => new Date(Date.now() + offsetMs).toISOString();

describe('a time has moved to the present', () => {
  it('if it is later than before and near the present time, in any zone', () => {
    expect(isMovedTime('2025-01-01T00:00:00Z', now())).toBe(true);
    expect(isMovedTime('2025-01-01T00:00:00', now(2 * HOUR_MS).slice(0, 19))).toBe(true);
    expect(isMovedTime(null, now())).toBe(true);
    expect(isMovedTime(undefined, now())).toBe(true);
  });

  it('but not to another time, an earlier one or a date, or from another value', () => {
    expect(isMovedTime('2025-01-01T00:00:00Z', '2001-01-01T00:00:00Z')).toBe(false);
    expect(isMovedTime('2025-01-01T00:00:00Z', now(-48 * HOUR_MS))).toBe(false);
    expect(isMovedTime(now(HOUR_MS), now())).toBe(false);
    expect(isMovedTime('2025-01-01', now().slice(0, 10))).toBe(false);
    expect(isMovedTime('2025-01-01T00:00:00Z', null)).toBe(false);
    expect(isMovedTime('Sales', now())).toBe(false);
    expect(isMovedTime(7, now())).toBe(false);
  });
});

it('a time has moved in either direction if a later read may be of an earlier state', () => {
  const [earlier, later] = [now(-HOUR_MS), now()];

  expect(isMovedEitherWay(earlier, later)).toBe(true);
  expect(isMovedEitherWay(later, earlier)).toBe(true);
  expect(isMovedEitherWay(later, null)).toBe(true);
  expect(isMovedEitherWay('Sales', 'Support')).toBe(false);
});
