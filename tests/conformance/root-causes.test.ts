import { describe, expect, it } from 'vitest';
import { rootCausesOf } from '../../engine/report/root-causes.js';
import type { CheckOptions } from '../../engine/target/options.js';
import type { Hook } from '../../reference/behaviour.js';
import { Refusal } from '../../reference/refusal.js';
import { renderConsole } from '../../reporters/console.js';
import { failedCheck, sampleCheck } from '../reporters/sample-run.js';
import { checkReference } from './check-reference.js';

/** Without generated expressions, for targets that treat all queries alike. */
const QUICK = { budget: 'quick', maxRequests: 1_000_000 } as const;
const SIZES = { applications: 14, users: 40, subscriptions: 6, agreements: 12, contracts: 11 };

/** The target reads no query parameter whose name fits. */
const ignoring =
  (names: RegExp): Hook =>
  (steps) => ({
    perform: (context) => {
      const query = Object.fromEntries(Object.entries(context.query).filter(([name]) => !names.test(name)));
      return steps.perform({ ...context, query });
    },
  });

const refusing: Hook = (steps) => ({
  perform: (context) => {
    if (context.operation.id.startsWith('getContract')) throw new Refusal(404, 'no such route');
    return steps.perform(context);
  },
});

describe('a target that', () => {
  it.each<[string, string, Hook, CheckOptions?]>([
    ['ignores the query string', 'query-ignored', ignoring(/^(?!fromDate|toDate)/)],
    ['ignores paging', 'paging-ignored', ignoring(/^page_/), QUICK],
    ['ignores filters', 'filter-ignored', ignoring(/^filter$/)],
    ['ignores sorts', 'sort-ignored', ignoring(/^sort$/)],
    ['accepts any credential', 'credential-ignored', () => ({ authorize: () => undefined }), QUICK],
    ['refuses valid requests', 'valid-requests-refused', refusing, QUICK],
  ])(
    '%s has one root cause, which explains every failure in at most 40 lines',
    async (_what, id, hook, options = {}) => {
      const report = await checkReference({ reference: { sizes: SIZES, hooks: [hook] }, options });
      const failed = report.checks.filter(({ outcome }) => outcome === 'fail').map((check) => check.id);

      expect(report.causes?.map((cause) => cause.id)).toEqual([id]);
      expect(report.causes?.[0]?.checks.toSorted()).toEqual(failed.toSorted());
      const text = renderConsole(report, { color: false, width: 120 });
      expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
      expect(text).toContain('Root causes (1)');
    },
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
