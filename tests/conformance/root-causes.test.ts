import { describe, expect, it } from 'vitest';
import { rootCausesOf } from '../../engine/report/root-causes.js';
import { failedCheck, sampleCheck } from '../reporters/sample-run.js';

// Targets that have one are in root-causes.slow.test.ts.
describe('root causes', () => {
  const failing = (rule: string, operations: readonly string[]) =>
    operations.map((operation) => failedCheck({ operation, rule }));
  const few = ['getUsers', 'getContracts'];
  const many = [...few, 'getAgreements', 'getApplications'];

  it('are none where a rule fails here and there, or a baseline accepts what it explains', () => {
    const passing = many.map((operation) => sampleCheck({ operation, rule: 'authorization.required' }));
    expect(rootCausesOf(failing('authorization.required', few))).toEqual([]);
    expect(rootCausesOf([...passing, ...failing('authorization.required', ['a', 'b', 'c'])])).toEqual([]);
    const accepted = failing('authorization.required', many).map((check) => ({ ...check, accepted: true as const }));
    expect(rootCausesOf(accepted)).toEqual([]);
  });

  it('leave to others what they do not explain', () => {
    const other = failedCheck({ operation: 'getUsers', rule: 'records.types' });
    const [cause] = rootCausesOf([...failing('authorization.required', many), other]);

    expect(cause?.checks).toEqual(many.map((operation) => `${operation}/authorization.required`));
  });
});
