import { describe, expect, it } from 'vitest';
import { operations } from '../../../contract/operations/index.js';
import { assertRequirements, testedOperations, unmetRequirements } from '../../../engine/report/requirements.js';
import { result } from '../checks.js';

const must = (outcome: 'pass' | 'fail' | 'inconclusive' | 'not-applicable', index: number) =>
  result(outcome, { id: `law.rule-${index}` });
const unmet = (passed: number, open: number, requireDecided: number) =>
  unmetRequirements(
    [
      ...Array.from({ length: passed }, (_unused, index) => must('pass', index)),
      ...Array.from({ length: open }, (_unused, index) => must('inconclusive', passed + index)),
      must('not-applicable', 900),
      result('inconclusive', { id: 'law.should', level: 'should' }),
    ],
    operations,
    { requireDecided },
  );

describe('a required share of decided checks', () => {
  it('is met when enough applicable MUST checks were decided', () => {
    expect(unmet(95, 5, 95)).toEqual([]);
    expect(unmet(1, 0, 100)).toEqual([]);
  });

  it('names what is missing where it is not met', () => {
    expect(unmet(94, 6, 95)).toEqual([
      {
        requirement: '--require-decided 95%',
        reason:
          '--require-decided 95% is not met: 94 of 100 MUST checks (94%) were decided; getUsers/law.rule-94, getUsers/law.rule-95, getUsers/law.rule-96 and 3 more were not',
        missing: Array.from({ length: 6 }, (_unused, index) => `getUsers/law.rule-${94 + index}`),
      },
    ]);
  });

  it('is not met where no check applies', () => {
    expect(unmetRequirements([must('not-applicable', 1)], operations, { requireDecided: 0 })).toHaveLength(1);
  });
});

describe('a required operation', () => {
  const results = [
    result('pass', { operation: 'getUsers' }),
    result('pass', { operation: 'getUser', needs: ['credential'] }),
    result('pass', { operation: 'getContract', level: 'should' }),
    result('inconclusive', { operation: 'getContracts' }),
  ];

  it('is tested where a MUST check was decided by more than a refusal', () => {
    expect([...testedOperations(results)]).toEqual(['getUsers']);
  });

  it('is named where it is not tested', () => {
    expect(unmetRequirements(results, operations, { requireOperations: ['getUsers', 'getContract*'] })).toEqual([
      {
        requirement: '--require-operation getContract*',
        reason: expect.stringMatching(
          /^--require-operation getContract\* is not met: getContract.* more were not tested$/,
        ),
        missing: expect.arrayContaining(['getContract', 'getContracts']),
      },
    ]);
  });

  it('is rejected when unknown, with the most similar name', () => {
    expect(() => assertRequirements({ requireOperations: ['getUsrs'] }, operations)).toThrow(
      expect.objectContaining({
        message: 'no operation matches "getUsrs", which --require-operation names',
        hint: expect.stringContaining('Did you mean "getUsers"?'),
      }),
    );
  });

  it('is accepted as a glob that matches some operations, or if nothing is required', () => {
    expect(() => assertRequirements({ requireOperations: ['getUsers', 'get*'] }, operations)).not.toThrow();
    expect(() => assertRequirements({}, operations)).not.toThrow();
    expect(() => assertRequirements({ requireOperations: [''] }, operations)).toThrow('no operation matches ""');
  });

  it.each([0, 50, 100])('goes with a share of %d percent', (requireDecided) => {
    expect(() => assertRequirements({ requireDecided }, operations)).not.toThrow();
  });

  it('names one operation in the singular, and up to three without a rest', () => {
    const reasons = ['getUser', 'getContract{,s}', 'getUser*'].map(
      (glob) => unmetRequirements([], operations, { requireOperations: [glob] })[0]?.reason,
    );

    expect(reasons[0]).toBe('--require-operation getUser is not met: getUser was not tested');
    expect(reasons[1]).toMatch(/: getContracts?, getContracts? were not tested$/);
    expect(reasons[2]).toMatch(/ and \d+ more were not tested$/);
  });

  it('is tested by a rule that writes if it needs records, or needs nothing', () => {
    const write = (records: number | undefined, needs: readonly 'credential'[] = []) => {
      const one = result('pass', { operation: 'updateUser' });
      const rule = {
        ...one.check.rule,
        needs,
        ...(records !== undefined && { records }),
        write: async () => undefined,
      };
      return { ...one, check: { ...one.check, rule } } as typeof one;
    };

    expect(testedOperations([write(2, ['credential'])]).size).toBe(1);
    expect(testedOperations([write(undefined)]).size).toBe(1);
    expect(testedOperations([write(undefined, ['credential'])]).size).toBe(0);
    expect(testedOperations([write(0, ['credential'])]).size).toBe(0);
  });

  it('is tested by a rule of several needs if one of them is more than a credential', () => {
    expect(testedOperations([result('pass', { needs: ['credential', 'answer'] })]).size).toBe(1);
  });

  it.each([-1, 101, Number.NaN])('goes with no share of %d percent', (requireDecided) => {
    expect(() => assertRequirements({ requireDecided }, operations)).toThrow('cannot be required');
  });
});

it('a required power that could not be measured is not met', () => {
  const unmeasured = 'the power was not measured: the responses of the run take more than 64 MB';

  expect(unmetRequirements([], operations, { requirePower: 90 }, { power: null, unmeasured })).toEqual([
    { requirement: '--require-power 90%', missing: [], reason: `--require-power 90% is not met: ${unmeasured}` },
  ]);
  expect(unmetRequirements([], operations, {}, { power: null, unmeasured })).toEqual([]);
});
