import { describe, expect, it } from 'vitest';
import { rootCausesOf } from '../../engine/report/root-causes.js';
import type { Hook } from '../../reference/behaviour.js';
import { Refusal } from '../../reference/refusal.js';
import { failedCheck, sampleCheck } from '../reporters/sample-run.js';
import { checkReference } from './check-reference.js';
import { expectOneRootCause, ignoring, SIZES } from './root-cause-targets.js';

/** Without generated expressions, for targets that treat all queries alike. */
const QUICK = { budget: 'quick', maxRequests: 1_000_000 } as const;

const refusing: Hook = (steps) => ({
  perform: (context) => {
    if (context.operation.id.startsWith('getContract')) throw new Refusal(404, 'no such route');
    return steps.perform(context);
  },
});

// The targets that need generated expressions are in root-causes.slow.test.ts.
describe('a target that', () => {
  it.each<[string, string, Hook]>([
    ['ignores paging', 'paging-ignored', ignoring(/^page_/)],
    ['accepts any credential', 'credential-ignored', () => ({ authorize: () => undefined })],
    ['refuses valid requests', 'valid-requests-refused', refusing],
  ])('%s has one root cause, which explains every failure in at most 40 lines', (_what, id, hook) =>
    expectOneRootCause(id, hook, QUICK),
  );

  it('keeps the document has none', async () => {
    expect((await checkReference({ reference: { sizes: SIZES }, options: QUICK })).causes).toBeUndefined();
  });
});

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
