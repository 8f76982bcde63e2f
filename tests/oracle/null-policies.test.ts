import { describe, expect, it } from 'vitest';
import { NULL_POLICIES, nullOutcome } from '../../engine/oracle/null-policies.js';
import { NO, UNKNOWN, YES } from '../../engine/oracle/truth.js';

describe('the policies for nulls', () => {
  it('are all combinations, those without the empty text as null first', () => {
    expect(new Set(NULL_POLICIES.map((policy) => JSON.stringify(policy))).size).toBe(32);
    expect(NULL_POLICIES.map(({ emptyIsNull }) => emptyIsNull)).toEqual([
      ...Array(16).fill(false),
      ...Array(16).fill(true),
    ]);
    expect(NULL_POLICIES[0]).toEqual({ equality: NO, order: NO, differs: true, lacks: true, emptyIsNull: false });
  });

  it('decide each operator for a null', () => {
    const policy = { equality: UNKNOWN, order: NO, emptyIsNull: false };
    const outcomes = (differs: boolean, lacks: boolean) =>
      (['-eq', '-contains', '-ne', '-notcontains', '-lt', '-le', '-gt', '-ge'] as const).map((operator) =>
        nullOutcome(operator, { ...policy, differs, lacks }),
      );

    expect(outcomes(true, false)).toEqual([UNKNOWN, UNKNOWN, YES, UNKNOWN, NO, NO, NO, NO]);
    expect(outcomes(false, true)).toEqual([UNKNOWN, UNKNOWN, UNKNOWN, YES, NO, NO, NO, NO]);
  });
});
