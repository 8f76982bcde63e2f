import { describe, expect, it } from 'vitest';
import { sameValue } from '../../suites/laws/same-value.js';

describe('two values of a field are the same', () => {
  it('if they differ by the error of floating-point arithmetic', () => {
    expect(sameValue('userCostPerMonth', 0.1 + 0.2, 0.3)).toBe(true);
    expect(sameValue('userCostPerMonth', 1200, 1200.0000000000002)).toBe(true);
  });

  it('but not if they differ by more, or as integers', () => {
    expect(sameValue('userCostPerMonth', 12.34, 12.340_001)).toBe(false);
    expect(sameValue('userCostPerMonth', 12.3, 12)).toBe(false);
    expect(sameValue('licenseCount', 4_000_000_000, 4_000_000_001)).toBe(false);
  });

  it('if both are missing, whether null or absent', () => {
    expect(sameValue('country', null, undefined)).toBe(true);
    expect(sameValue('country', null, '')).toBe(false);
  });

  it('if they are one id or one moment in two spellings', () => {
    expect(sameValue('id', '6F1C2F2E-0C3B-4BB1-9D0E-0D5B0A7C1F11', '6f1c2f2e-0c3b-4bb1-9d0e-0d5b0a7c1f11')).toBe(true);
    expect(sameValue('lastActive', '2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00')).toBe(true);
    expect(sameValue('lastActive', '2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z')).toBe(false);
  });
});
