import { describe, expect, test } from 'vitest';
import type { CheckOptions, Progress } from '../../engine/target/options.js';
import { UsageError } from '../../engine/target/usage-error.js';
import { on, record } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import { exitCodeOf } from '../../reporters/exit-code.js';
import type { BaselineEntry, RunReport } from '../../schemas/generated/touchstone.js';
import { summaryOf } from '../../schemas/run-summary.js';
import { checkReference } from '../conformance/check-reference.js';
import { assertReport } from '../package/report-schema.js';

const USERS: CheckOptions = { operations: ['getUsers'], rules: ['records.*', 'answers.*'] };

/** An entry that accepts a field of users with a type other than the documented one. */
function entry(given: Partial<BaselineEntry> = {}): BaselineEntry {
  return {
    check: 'getUsers/records.types',
    finding: '/items/*/licenseCount',
    level: 'must',
    reason: 'known',
    ticket: 'T-1',
    expires: '2999-12-31',
    ...given,
  };
}

/** Sends some fields of users as text. */
const texts = (...fields: string[]): Hook =>
  on(
    'getUsers',
    record((user) => ({ ...user, ...Object.fromEntries(fields.map((field) => [field, `x${user[field]}`])) })),
  );

async function run(
  hooks: readonly Hook[],
  entries: readonly BaselineEntry[],
  options: CheckOptions = {},
  allowFixed = false,
) {
  const report = await checkReference({
    reference: { hooks },
    options: { ...USERS, ...options, baseline: { entries, allowFixed } },
  });
  assertReport(report);
  return report;
}

const types = ({ checks }: RunReport) => checks.find(({ id }) => id === 'getUsers/records.types');

describe('a run with a baseline', () => {
  test('reports accepted failures of the target but does not fail', async () => {
    const report = await run([texts('licenseCount')], [entry()]);
    expect(types(report)).toMatchObject({
      outcome: 'fail',
      accepted: true,
      findings: [{ accepted: { reason: 'known', ticket: 'T-1', expires: '2999-12-31' } }],
    });
    expect(report.verdict).toBe('does-not-conform');
    expect(report.gate).toMatchObject({ state: 'green' });
    expect(exitCodeOf(report)).toBe(0);
    expect(report.baseline?.entries[0]).toMatchObject({
      accepts: ['getUsers/records.types'],
      fixed: [],
      expired: false,
    });
  });

  test('does not count accepted failures as failed in the progress, like in the summary', async () => {
    const seen: Progress[] = [];
    const onProgress = (progress: Progress) => seen.push(progress);
    const options = { ...USERS, baseline: { entries: [entry()], allowFixed: false }, onProgress };

    const report = await checkReference({ reference: { hooks: [texts('licenseCount')] }, options });

    expect(types(report)?.accepted).toBe(true);
    const { failed, warnings } = summaryOf(report).checks;
    expect(seen.at(-1)).toMatchObject({ failed, warnings });
    expect(failed).toBe(0);
  });

  test('fails on another field of the same records and distinguishes the two', async () => {
    const report = await run([texts('licenseCount', 'isOnline')], [entry()]);
    const found = types(report)?.findings.map(({ at, accepted }) => [at.replace(/\d+/, '*'), accepted !== undefined]);
    expect(found).toEqual([
      ['/items/*/isOnline', false],
      ['/items/*/licenseCount', true],
    ]);
    expect(types(report)).not.toHaveProperty('accepted');
    expect(exitCodeOf(report)).toBe(1);
  });

  test('fails on a field that is wrong only on a later page, after many accepted ones', async () => {
    const later: Hook = on(
      'getUsers',
      record((user, _index, { query }) => (query.page_number === '2' ? { ...user, isOnline: 'yes' } : user)),
    );
    const report = await run([texts('licenseCount'), later], [entry()], { rules: ['records.*', 'paging.*'] });
    expect(types(report)?.findings.some(({ at }) => at.endsWith('/isOnline'))).toBe(true);
    expect(exitCodeOf(report)).toBe(1);
  });

  test('fails while it has an entry that is no longer needed, and names it', async () => {
    const report = await run([], [entry()]);
    expect(report.verdict).toBe('conforms');
    expect(report.gate).toMatchObject({ state: 'red', reason: expect.stringContaining('no longer found') });
    expect(report.baseline?.entries[0]?.fixed).toEqual(['getUsers/records.types']);
    expect(exitCodeOf(report)).toBe(1);
  });

  test('fails if the check still fails but in another way', async () => {
    const report = await run([texts('isOnline')], [entry(), entry({ finding: '/items/*/isOnline' })]);
    expect(report.gate).toMatchObject({ state: 'red', reason: expect.stringContaining('/items/*/licenseCount') });
  });

  test('fails if one check of a wide pattern is fixed, so that the pattern cannot hide later failures', async () => {
    const wide = entry({ check: 'getUser*/records.types' });
    const report = await run([texts('licenseCount')], [wide], { operations: ['getUsers', 'getUser'] });
    expect(report.baseline?.entries[0]).toMatchObject({
      accepts: ['getUsers/records.types'],
      fixed: ['getUser/records.types'],
    });
    expect(exitCodeOf(report)).toBe(1);
  });

  test('passes with an entry that is no longer needed if that is allowed', async () => {
    const report = await run([], [entry()], {}, true);
    expect(report.gate?.state).toBe('green');
    expect(exitCodeOf(report)).toBe(0);
  });

  test('ignores an entry whose checks did not run', async () => {
    const report = await run([], [entry({ check: 'getContracts/records.types' })]);
    expect(report.gate?.state).toBe('green');
    expect(report.baseline?.entries[0]).toMatchObject({ accepts: [], fixed: [] });
  });

  test('ignores an expired entry and fails until it is removed, even with allowFixed', async () => {
    const expired = entry({ expires: '2020-01-01' });
    const report = await run([texts('licenseCount')], [expired]);
    expect(types(report)).not.toHaveProperty('accepted');
    expect(exitCodeOf(report)).toBe(1);
    const fixed = await run([], [expired], {}, true);
    expect(fixed.gate).toMatchObject({ state: 'red', reason: expect.stringContaining('expired on 2020-01-01') });
  });

  test('applies an entry until the end of its last day', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    expect((await run([texts('licenseCount')], [entry({ expires: yesterday })])).baseline?.entries[0]?.expired).toBe(
      true,
    );
    // The day may end between the two lines.
    expect([false, today !== new Date().toISOString().slice(0, 10)]).toContain(
      (await run([texts('licenseCount')], [entry({ expires: today })])).baseline?.entries[0]?.expired,
    );
  });

  test('does not excuse an unreachable target', async () => {
    const report = await checkReference({
      target: { baseUrl: 'http://127.0.0.1:1' },
      options: { ...USERS, baseline: { entries: [entry({ check: '**', finding: '**' })], allowFixed: true } },
    });
    expect(report.gate?.state).toBe('inconclusive');
    expect(exitCodeOf(report)).toBe(3);
  });

  test('does not accept a failure of a higher level than the entry', async () => {
    const report = await run(
      [texts('licenseCount')],
      [entry({ check: 'getUsers/**', level: 'should', finding: '**' })],
    );
    expect(types(report)).not.toHaveProperty('accepted');
    expect(exitCodeOf(report)).toBe(1);
  });

  test('names the baseline in its command', async () => {
    const report = await checkReference({
      options: { ...USERS, baseline: { entries: [], allowFixed: true, file: 'accepted.yaml' } },
    });
    expect(report.command).toContain('--baseline accepted.yaml --allow-fixed');
  });
});

describe('an invalid baseline', () => {
  test.each([
    ['a check that there is not', entry({ check: 'getUsrs/records.types' }), '/accepted/0/check: no check matches'],
    ['a check of a gap', entry({ check: 'getUsers/paging.after-last' }), 'of level gap only'],
    [
      'a check of a higher level than it accepts',
      entry({ level: 'should' }),
      'of level must only, and should is accepted',
    ],
  ])('with %s sends nothing to the target', async (_name, wrong, message) => {
    const refused = run([], [wrong]);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(message);
  });

  test('suggests the intended check', async () => {
    await expect(run([], [entry({ check: 'getUsrs/records.types' })])).rejects.toMatchObject({
      hint: expect.stringContaining('Did you mean "getUsers/records.types"?'),
    });
  });

  test('must not accept the same difference twice', async () => {
    await expect(run([], [entry(), entry({ reason: 'other' })])).rejects.toThrow(
      '/accepted/1: it duplicates /accepted/0',
    );
  });
});
