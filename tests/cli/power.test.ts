import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check } from '../../conformance/check.js';
import { createReference, generateTenant } from '../../reference/index.js';
import { renderJson } from '../../reporters/json.js';
import { sampleCheck, sampleIncomplete, samplePower, sampleRun } from '../reporters/sample-run.js';
import { folder, touchstone } from './run-command.js';

const OTHER = 'https://target.example';
const measured = sampleRun({ power: samplePower() });
const power = async (given: { report?: typeof measured; result?: typeof measured; argv?: readonly string[] }) => {
  const { report = sampleRun(), result = measured, argv = [] } = given;
  const cwd = folder({ 'run.json': renderJson(report) });
  const outcome = await touchstone(['power', 'run.json', ...argv], { cwd, check: async () => result });
  return { ...outcome, cwd };
};

describe('touchstone power', () => {
  test('sends the reads of a run again, and no write, and measures all deviations', async () => {
    const selection = {
      ...sampleRun().selection,
      operations: ['getUsers'],
      rules: ['paging.*'],
      budget: 'quick' as const,
      exclude: ['getUsers/sort.*'],
      maxRequests: 400,
    };
    const report = sampleRun({ seed: 7, selection });

    const { code, checks, stdout } = await power({ report, argv: ['--base-url', OTHER, '--wait', '5s', '--quiet'] });

    expect(code).toBe(0);
    expect(checks[0]).toMatchObject({
      target: { baseUrl: OTHER },
      options: {
        operations: ['getUsers'],
        rules: ['paging.*'],
        budget: 'quick',
        exclude: ['getUsers/sort.*'],
        maxRequests: 400,
        seed: 7,
        power: 'all',
        waitMs: 5000,
        allowWrites: false,
        allowDestroy: false,
        allowScopeAll: false,
      },
    });
    expect(stdout).toMatch(/^Power\n/);
    expect(stdout).toContain('1,742 of 1,830 injected deviations (95.1%)');
  });

  test('measures a run, and writes its report', async () => {
    const tenant = generateTenant({
      sizes: { applications: 2, users: 3, subscriptions: 1, agreements: 2, contracts: 2 },
    });
    const reference = createReference({ tenant });
    const { url } = await reference.listen();
    const options = { operations: ['getContractTypes'], rules: ['answers.*', 'paging.envelope'], seed: 3 };
    const report = await check({ baseUrl: url, token: reference.token }, options);
    const cwd = folder({ 'run.json': renderJson(report) });
    const argv = [
      'power',
      'run.json',
      '--base-url',
      url,
      '--quiet',
      '--power',
      'sample',
      '--report',
      'json=power.json',
    ];

    const outcome = await touchstone(argv, { cwd, check, env: { TOUCHSTONE_TOKEN: reference.token } });
    await reference.close();

    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    const written = JSON.parse(readFileSync(join(cwd, 'power.json'), 'utf8'));
    expect(written.power.extent).toBe('sample');
    expect(written.power.noticed).toBeGreaterThan(0);
    expect(written.checks.map(({ outcome: one }: { outcome: string }) => one)).toEqual(
      report.checks.map(({ outcome: one }) => one),
    );
  });

  test('exits 3 with the reason if the power could not be measured', async () => {
    const result = sampleRun({ verdict: 'inconclusive', verdictReason: 'the target is away' });

    const { code, stdout } = await power({ result, argv: ['--base-url', OTHER] });

    expect({ code, stdout }).toEqual({ code: 3, stdout: 'NOT MEASURED  the target is away\n' });
  });

  test('exits 3 if the run would notice fewer deviations than required', async () => {
    const unmet = [{ requirement: '--require-power 99%', missing: [], reason: 'too few' }];
    const result = sampleRun({ power: samplePower(), incomplete: sampleIncomplete({ unmet }) });

    const { code, checks } = await power({ result, argv: ['--base-url', OTHER, '--require-power', '99%'] });

    expect(code).toBe(3);
    expect(checks[0]?.options.requirePower).toBe(99);
  });

  test('exits 3 with the reason if the target stops responding partway', async () => {
    const incomplete = sampleIncomplete({ reason: 'the target \u001b[31mdied' });
    const result = sampleRun({ power: samplePower(), verdict: 'incomplete', incomplete });

    const { code, stdout } = await power({ result, argv: ['--base-url', OTHER] });

    expect(code).toBe(3);
    expect(stdout).toContain('INCOMPLETE  the target \\u001b[31mdied');
  });

  test('requires the power that the config file requires', async () => {
    const cwd = folder({
      'run.json': renderJson(sampleRun()),
      'touchstone.config.yaml': `baseUrl: ${OTHER}\nrequirePower: 97%\n`,
    });

    const own = await touchstone(['power', 'run.json'], { cwd, check: async () => measured });
    const given = await touchstone(['power', 'run.json', '--require-power', '20%'], {
      cwd,
      check: async () => measured,
    });

    expect([own.checks[0]?.options.requirePower, given.checks[0]?.options.requirePower]).toEqual([97, 20]);
  });

  test('says how many checks ended otherwise than in the run', async () => {
    const result = sampleRun({
      power: samplePower(),
      checks: [sampleCheck({ outcome: 'inconclusive', reason: 'no data' })],
    });

    const { stderr } = await power({
      report: sampleRun({ checks: [sampleCheck()] }),
      result,
      argv: ['--base-url', OTHER],
    });

    expect(stderr).toContain('1 check ended otherwise than in run.json: this is the power of the new run');
  });

  test('sends no credential to a host that only the report names', async () => {
    const report = sampleRun({ target: { ...sampleRun().target, embedded: false, baseUrl: 'https://evil.example/x' } });

    const { code, checks, stderr } = await power({ report, argv: ['--token', 's3cret'] });

    expect({ code, checks }).toEqual({ code: 2, checks: [] });
    expect(stderr).toContain('touchstone power run.json --base-url https://evil.example/x');
  });
});
