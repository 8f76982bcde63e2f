import { describe, expect, it } from 'vitest';
import { differing } from '../../../engine/session/differing.js';
import { isSameUuid } from '../../../engine/session/same-id.js';
import { couldBecome, isSame } from '../../../engine/writes/same-value.js';

const LOWER = '653cc001-e0b7-4b93-aa43-ec3d28715286';
const UPPER = LOWER.toUpperCase();

describe('a UUID in another letter case', () => {
  it('is the same one', () => {
    expect(isSameUuid(LOWER, UPPER)).toBe(true);
    expect(isSame(UPPER, LOWER)).toBe(true);
    expect(couldBecome(LOWER, UPPER)).toBe(true);
    expect(differing({ primaryOwnerId: LOWER }, { primaryOwnerId: UPPER })).toEqual([]);
  });

  it.each([
    ['another UUID', `${LOWER.slice(0, -1)}7`],
    ['a longer text', `${UPPER}0`],
    ['null', null],
  ])('is not %s', (_what, other) => {
    expect(isSameUuid(LOWER, other)).toBe(false);
    expect(differing({ primaryOwnerId: LOWER }, { primaryOwnerId: other })).toEqual(['primaryOwnerId']);
  });

  it('says nothing of other texts', () => {
    expect(isSame('Notes', 'NOTES')).toBe(false);
    expect(differing({ notes: 'Notes' }, { notes: 'NOTES' })).toEqual(['notes']);
  });
});
