import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { Acceptances } from '../../engine/report/baseline/acceptances.js';
import { renderJson } from '../../reporters/json.js';
import type { Baseline, Check } from '../../schemas/generated/touchstone.js';
import { failedCheck, sampleCheck, sampleFinding, sampleIncomplete, sampleRun } from '../reporters/sample-run.js';
import { folder, TARGET, touchstone } from './run-command.js';

const ENTRY = `  - check: getUsers/records.types
    finding: /items/*/id
    level: must
    reason: known
    expires: 2999-12-31
`;
const yaml = (...entries: string[]) => `accepted:\n${entries.join('')}`;

/** Runs `check` with a baseline of this text. */
async function given(text: string, name = 'baseline.yaml', argv: readonly string[] = []) {
  const cwd = folder({ [name]: text });
  return touchstone([...TARGET, '--baseline', name, ...argv], { cwd });
}

describe('--baseline', () => {
  test.each([
    ['baseline.yaml', yaml(ENTRY)],
    ['baseline.json', JSON.stringify({ $schema: 'x', ...(parse(yaml(ENTRY)) as object) })],
  ])('is read from %s', async (name, text) => {
    const { checks, code } = await given(text, name, ['--allow-fixed']);
    expect(code).toBe(0);
    expect(checks[0]?.options.baseline).toMatchObject({
      allowFixed: true,
      file: name,
      entries: [{ check: 'getUsers/records.types', expires: '2999-12-31' }],
    });
  });

  test('can be named in the config, relative to the config file', async () => {
    const cwd = folder({ 'touchstone.config.yaml': 'baseline: accepted.yaml\n', 'accepted.yaml': yaml(ENTRY) });
    expect((await touchstone(TARGET, { cwd })).checks[0]?.options.baseline?.entries).toHaveLength(1);
  });

  test.each([
    [
      'a key with a typo',
      ENTRY.replace('reason', 'reson'),
      ':5:5: /accepted/0/reson: unknown key "reson"',
      'Did you mean "reason"?',
    ],
    [
      'an entry without a reason',
      ENTRY.replace('    reason: known\n', ''),
      ':2:5: /accepted/0: "reason" is missing',
      '',
    ],
    ['a place of blanks', ENTRY.replace('/items/*/id', '" "'), ':3:5: /accepted/0/finding: expected text such as', ''],
    ['an empty reason', ENTRY.replace('known', '""'), ':5:5: /accepted/0/reason: expected text such as', ''],
    [
      'a date that does not exist',
      ENTRY.replace('12-31', '02-30'),
      ':6:5: /accepted/0/expires: expected an existing date as YYYY-MM-DD',
      '',
    ],
    [
      'a level with a typo',
      ENTRY.replace('must', 'mist'),
      ':4:5: /accepted/0/level: expected one of must, should',
      'Did you mean "must"?',
    ],
    [
      'a list where text is to be',
      ENTRY.replace('known', '[known]'),
      ':5:5: /accepted/0/reason: expected text, found a list',
      '',
    ],
    ['a key twice', `${ENTRY}    reason: other\n`, ':7: not valid YAML: Map keys must be unique', ''],
    ['broken YAML', '  - check: "x\n', 'not valid YAML', ''],
    ['no list at all', '  none\n', '/accepted: expected a list, found text', ''],
  ])('with %s is refused with its position before the first request', async (_name, entry, place, hint) => {
    const { code, stderr, checks } = await given(yaml(entry));
    expect(code).toBe(2);
    expect(stderr).toContain('baseline.yaml');
    expect(stderr).toContain(place);
    expect(stderr).toContain(hint);
    expect(checks).toEqual([]);
  });

  test.each(['', '[]'])('that is %j is refused with what to do', async (text) => {
    const { code, stderr } = await given(text);
    expect(code).toBe(2);
    expect(stderr).toContain('the baseline: expected an object, found ');
    expect(stderr).toContain('\n  Give a baseline in JSON or YAML; `touchstone baseline RUN.json` writes one');
  });

  test('uses the seed of its run unless --seed overrides it', async () => {
    const text = `seed: 7\n${yaml(ENTRY)}`;
    expect((await given(text)).checks[0]?.options).toMatchObject({ seed: 7, baseline: { seed: 7 } });
    expect((await given(text, 'b.yaml', ['--seed', '8'])).checks[0]?.options).toMatchObject({
      seed: 8,
      baseline: { seed: 7 },
    });
  });

  test('can accept several findings in one entry, by check', async () => {
    const entry = ENTRY.replace(
      / {2}- check.*\n.*\n/,
      '  - findings: { getUsers/records.types: [/items/*/id, status] }\n',
    );
    expect((await given(yaml(entry))).checks[0]?.options.baseline?.entries).toEqual([
      {
        findings: { 'getUsers/records.types': ['/items/*/id', 'status'] },
        level: 'must',
        reason: 'known',
        expires: '2999-12-31',
      },
    ]);
  });

  test('in invalid JSON is refused with the line', async () => {
    const { code, stderr } = await given('{\n  "accepted": [\n', 'baseline.json');
    expect([code, stderr]).toEqual([2, expect.stringContaining('baseline.json:3: not valid JSON')]);
  });

  test('that does not exist or is too large is refused by name', async () => {
    const cwd = folder({ 'large.yaml': '#'.repeat(11 * 1024 * 1024) });
    expect((await touchstone([...TARGET, '--baseline', 'gone.yaml'], { cwd })).stderr).toContain(
      'gone.yaml cannot be read',
    );
    expect((await touchstone([...TARGET, '--baseline', 'large.yaml'], { cwd })).stderr).toContain(
      'large.yaml is 11 MB; the limit is 10 MB',
    );
  });

  test('is required by --allow-fixed', async () => {
    expect(await touchstone([...TARGET, '--allow-fixed'])).toMatchObject({ code: 2, checks: [] });
  });
});

describe('touchstone baseline', () => {
  const report = sampleRun({
    checks: [
      failedCheck({
        findings: [
          sampleFinding({ at: '/items/3/id' }),
          sampleFinding({ at: '/items/9/id' }),
          sampleFinding({ at: 'status' }),
        ],
      }),
      failedCheck({ rule: 'errors.body', level: 'should' }),
      failedCheck({
        rule: 'sort.asc',
        findings: [sampleFinding({ accepted: { reason: 'older', expires: '2998-01-01' } })],
        accepted: true,
        moreFindings: 2,
      }),
      sampleCheck({ rule: 'sort.desc', outcome: 'inconclusive', reason: 'no data' }),
    ],
  });
  const made = (...argv: string[]) => {
    const cwd = folder({ 'run.json': renderJson(report) });
    return { cwd, ended: touchstone(['baseline', 'run.json', ...argv], { cwd }) };
  };

  test.each(['touchstone.baseline.yaml', 'accepted.json'])('writes %s, which --baseline reads', async (file) => {
    const { cwd, ended } = made(
      '--out',
      file,
      '--reason',
      'known: "yes"',
      '--ticket',
      'T-1',
      '--expires',
      '2999-12-31',
    );
    expect(await ended).toMatchObject({ code: 0, stdout: expect.stringContaining('4 accepted differences') });
    const why = { reason: 'known: "yes"', ticket: 'T-1', expires: '2999-12-31' };
    expect(parse(readFileSync(join(cwd, file), 'utf8')) as Baseline).toMatchObject({
      seed: report.seed,
      accepted: [
        {
          level: 'must',
          ...why,
          findings: {
            'getUsers/paging.total-pages': ['/items/*/id', 'status'],
            'getUsers/errors.body': ['/pagination/total_pages'],
          },
        },
        {
          check: 'getUsers/sort.asc',
          finding: '/pagination/total_pages',
          level: 'must',
          reason: 'older',
          expires: '2998-01-01',
        },
      ],
    });
    expect(
      (await touchstone([...TARGET, '--baseline', file], { cwd })).checks[0]?.options.baseline?.entries,
    ).toHaveLength(2);
  });

  test.each([
    ['one check', [failedCheck({ findings: [sampleFinding({ at: '' })] })]],
    [
      'several checks',
      [
        failedCheck({ findings: [sampleFinding({ at: '' }), sampleFinding({ at: 'status' })] }),
        failedCheck({ rule: 'answers.whole', findings: [sampleFinding({ at: '' })] }),
      ],
    ],
  ])('accepts the whole body in %s, and --baseline reads it', async (_name, checks) => {
    const cwd = folder({ 'run.json': renderJson(sampleRun({ checks })) });

    const made = await touchstone(['baseline', 'run.json', '--reason', 'known'], { cwd });
    const ended = await touchstone([...TARGET, '--baseline', 'touchstone.baseline.yaml'], { cwd });

    expect([made.code, ended.code, ended.stderr]).toEqual([0, 0, expect.not.stringContaining('expected text')]);
    const { entries = [] } = ended.checks[0]?.options.baseline ?? {};
    const again = new Acceptances(entries, new Date());
    for (const check of checks) expect(again.of(check, '')).toMatchObject({ reason: 'known' });
    expect(again.of(checks[0] as Check, '/items')).toBeUndefined();
  });

  test('prints what it does not cover', async () => {
    const { stderr } = await made('--reason', 'known').ended;
    expect(stderr).toContain(
      'the report is from an older version and does not list all differences, so the baseline misses some of: getUsers/sort.asc',
    );
    expect(stderr).toContain('1 inconclusive check');
  });

  test('writes no file for a run without differences, and exits with 0', async () => {
    const cwd = folder({ 'run.json': renderJson(sampleRun()) });

    const { code, stdout } = await touchstone(['baseline', 'run.json', '--reason', 'known'], { cwd });

    expect([code, stdout]).toEqual([0, expect.stringContaining('there is nothing to accept')]);
    expect(existsSync(join(cwd, 'touchstone.baseline.yaml'))).toBe(false);
  });

  test('refuses an existing file for a run without differences too, because its entries are out of date', async () => {
    const cwd = folder({ 'run.json': renderJson(sampleRun()), 'touchstone.baseline.yaml': yaml(ENTRY) });

    const { code, stderr } = await touchstone(['baseline', 'run.json', '--reason', 'known'], { cwd });

    expect([code, stderr]).toEqual([2, expect.stringContaining('--update touchstone.baseline.yaml')]);
  });

  test.each([
    ['interrupted', { interrupted: true }, 'the run was interrupted'],
    ['incomplete', { incomplete: sampleIncomplete() }, 'the run is incomplete (7 MUST checks'],
  ])('warns that an %s run may lack differences', async (_name, part, warning) => {
    const cwd = folder({ 'run.json': renderJson(sampleRun({ checks: [failedCheck()], ...part })) });

    const { code, stderr } = await touchstone(['baseline', 'run.json', '--reason', 'known'], { cwd });

    expect(code).toBe(0);
    expect(stderr).toContain(warning);
    expect(stderr).toContain('the baseline may lack differences');
  });

  test('does not overwrite an existing file', async () => {
    const cwd = folder({ 'run.json': renderJson(report), 'touchstone.baseline.yaml': 'mine' });
    const { code, stderr } = await touchstone(['baseline', 'run.json', '--reason', 'known'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining('already exists')]);
    expect(readFileSync(join(cwd, 'touchstone.baseline.yaml'), 'utf8')).toBe('mine');
  });

  test.each([
    ['without a reason', []],
    ['with an empty one', ['--reason', ' ']],
    ['with a date that does not exist', ['--reason', 'known', '--expires', '2026-02-30']],
    ['with a date in the past', ['--reason', 'known', '--expires', '2020-01-01']],
  ])('%s writes nothing', async (_name, argv) => {
    const { cwd, ended } = made(...argv);
    expect((await ended).code).toBe(2);
    expect(existsSync(join(cwd, 'touchstone.baseline.yaml'))).toBe(false);
  });

  test('refuses an edited report', async () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'run.json'), renderJson(report).replace('"seed": 42', '"seed": "42"'));
    expect((await touchstone(['baseline', 'run.json', '--reason', 'known'], { cwd })).code).toBe(2);
  });
});
