import { describe, expect, test } from 'vitest';
import { renderConsole } from '../../reporters/console.js';
import type { Check, RunReport } from '../../schemas/generated/touchstone.js';
import { failedCheck, sampleCheck, sampleExchange, sampleFinding, sampleIncomplete, sampleRun } from './sample-run.js';

const show = (report: Partial<RunReport> = {}, width = 120) =>
  renderConsole(sampleRun(report), { color: false, width });
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1) ?? '';

const EVERYTHING: Partial<RunReport> = {
  verdict: 'does-not-conform',
  checks: [
    sampleCheck(),
    failedCheck(),
    failedCheck({ level: 'should', rule: 'sort.desc' }),
    sampleCheck({ rule: 'record.types', outcome: 'inconclusive', reason: 'the list is empty' }),
    sampleCheck({ rule: 'insight', outcome: 'not-applicable', reason: 'the area returns 403' }),
    sampleCheck({ rule: 'broken', outcome: 'error', reason: 'x is undefined' }),
  ],
  warnings: ['The tenant is small.'],
  observations: [{ clause: 'a', operation: 'getUsers', value: 'b', exchange: null }],
};

describe('the summary of a run', () => {
  test('prints its sections in order and ends with the verdict', () => {
    const text = show(EVERYTHING);

    const parts = ['touchstone 0.1.0', 'area', 'Failures (1)', 'Warnings (1)', 'Internal errors of touchstone (1)'];
    const more = [
      'Inconclusive (1)',
      'Not applicable (1)',
      'Operations not exercised (1)',
      'Notes (1)',
      '1 observation',
    ];
    const places = [...parts, ...more, 'DOES NOT CONFORM'].map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(lastLine(text)).toBe(
      'DOES NOT CONFORM  1 passed, 1 failed, 1 warning, 1 inconclusive, 1 error · 2 of 4 MUST checks decided (50%) · 1 of 2 operations tested · 1,312 requests in 1.4 s · exit 1',
    );
  });

  test('reports the first error, the last success, the final probe and what is missing of an incomplete run', () => {
    const unmet = [{ requirement: '--require-operation getUsers', reason: 'x', missing: ['getUsers'] }];
    const text = show({ verdict: 'incomplete', incomplete: sampleIncomplete({ unmet }) }, 200);

    const lines = [
      'The run is incomplete',
      '7 MUST checks are inconclusive because the connection to the target was refused or broke',
      'First error    request 801 at 2024-05-06T07:08:10.000Z: GET https://target.example/api/users → no response: the connection is refused',
      'Last success   request 800 at 2024-05-06T07:08:09.900Z: GET https://target.example/api/users',
      'Final probe    at 2024-05-06T07:08:14.000Z: GET https://target.example/api/users → no response: refused (the target still',
      'Stopped early',
      're-run: touchstone check --base-url https://target.example/ --seed 42',
      'missing for --require-operation getUsers:\n    getUsers',
    ];
    for (const line of lines) expect(text).toContain(line);
    expect(lastLine(text)).toMatch(/^INCOMPLETE .* exit 3$/);
  });

  test('reports both for a run that failed and is incomplete', () => {
    const run = { verdict: 'does-not-conform', checks: [failedCheck()], incomplete: sampleIncomplete() } as const;

    expect(lastLine(show({ ...run, checks: [...run.checks] }))).toMatch(/^DOES NOT CONFORM \(INCOMPLETE\) .* exit 1$/);
  });

  test.each([
    [{ verdict: 'conforms' }, /^CONFORMS .* exit 0$/],
    [{ verdict: 'inconclusive' }, /^INCONCLUSIVE .* exit 3$/],
    [{ verdict: 'inconclusive', interrupted: true }, /^INCONCLUSIVE \(INTERRUPTED\) .* exit 130$/],
  ] as const)('prints the verdict and the exit code of %o', (run, expected) => {
    expect(lastLine(show(run))).toMatch(expected);
  });

  test('prints the target, the version, the seed, and the command that re-runs it', () => {
    const target = { ...sampleRun().target, wireForm: 'array' as const, bindings: { getUsers: 'GET /people' } };

    const text = show({ target });

    expect(text).toMatch(
      /^touchstone 0\.1\.0 · https:\/\/target\.example\/ · seed 42 · index-keyed objects as arrays\n/,
    );
    expect(text).toContain('bindings: getUsers = GET /people\nre-run: touchstone check --base-url');
    expect(show({ target: { ...target, embedded: true } })).toContain('the embedded reference implementation');
  });

  test('counts the outcomes of each area and in total', () => {
    const text = show({
      checks: [...(EVERYTHING.checks ?? []), sampleCheck({ area: 'agreements', operation: 'getAgreements' })],
    });

    expect(
      text
        .split('\n')
        .slice(3, 7)
        .map((line) => line.trim().split(/ {2,}/)),
    ).toEqual([
      ['area', 'pass', 'fail', 'warning', 'inconclusive', 'n/a', 'excluded', 'error'],
      ['users', '1', '1', '1', '1', '1', '-', '1'],
      ['agreements', '1', '-', '-', '-', '-', '-', '-'],
      ['all', '2', '1', '1', '1', '1', '-', '1'],
    ]);
  });

  test('lists the checks of exercised operations that an option would allow', () => {
    const unrun = { outcome: 'excluded', reason: 'needs --allow-scope-all' } as const;
    const text = show({
      checks: [
        sampleCheck(),
        sampleCheck({ rule: 'bulk.filter', ...unrun }),
        sampleCheck({ rule: 'paging.echo', outcome: 'excluded', reason: 'not in the budget quick' }),
        sampleCheck({ rule: 'bulk.filter', ...unrun, operation: 'getInsightUsers' }),
      ],
    });

    expect(text).toContain('Checks not run (1)\n\n    1 × needs --allow-scope-all\n        getUsers/bulk.filter\n');
    expect(show({ checks: [sampleCheck()] })).not.toContain('not run');
  });

  test('prints a failure as requirement, expected, actual, where and a curl command', () => {
    const lines = show({ checks: [failedCheck()] }).split('\n');

    const start = lines.indexOf('✗ getUsers/paging.total-pages');
    expect(lines.slice(start + 1, start + 8)).toEqual([
      '  Requirement  paging.total-pages (must, Pagination object): total_pages is total_items over page_size, rounded up',
      '  Docs         touchstone explain paging.total-pages',
      '  total_pages is too small for total_items.',
      '  Expected     6 (523 items, 100 a page)',
      '  Actual       5',
      '  Where        /pagination/total_pages in GET https://target.example/api/users?page_size=100 → 200',
      expect.stringMatching(/^ {2}Reproduce {4}curl .*page_size=100'$/),
    ]);
  });

  test('prints the reason once and no lists if the target could not be tested at all', () => {
    const reason = 'the target cannot be tested: the connection was refused';
    const run = {
      verdict: 'inconclusive' as const,
      verdictReason: reason,
      checks: ['a', 'b'].map((rule) => sampleCheck({ rule, outcome: 'inconclusive', reason })),
      operations: sampleRun().operations.map((one) => ({ ...one, state: 'explained' as const, reason })),
    };

    const [head, command, ...rest] = show(run).split('\n');
    expect([head, command]).toEqual([expect.stringMatching(/^touchstone/), expect.stringMatching(/^re-run: /)]);
    expect(rest).toEqual(['', reason, expect.stringMatching(/^INCONCLUSIVE {2}.* exit 3$/), '']);
    expect(show({ ...run, checks: [...run.checks, sampleCheck({ rule: 'c' })] })).toContain('Inconclusive (2)');
    expect(show({ ...run, checks: [sampleCheck({ outcome: 'not-applicable', reason })] })).toContain(
      'Not applicable (1)',
    );
  });

  test('prints why there is no response', () => {
    const exchanges = [sampleExchange({ response: null, error: 'the connection was reset' })];

    expect(show({ checks: [failedCheck()], exchanges }, 200)).toContain('→ no response: the connection was reset');
  });

  test('prints a warning without the requirement', () => {
    const text = show({ checks: [failedCheck({ level: 'should' })] });

    expect(text).toContain('Warnings (1): not required by the document');
    expect(text).toContain('! getUsers/paging.total-pages\n  total_pages is too small');
    expect(text).not.toContain('Requirement');
  });

  test('prints that warnings fail a strict run', () => {
    const selection = { ...sampleRun().selection, strict: true };

    expect(show({ checks: [failedCheck({ level: 'should' })], selection })).toContain(
      'Warnings (1): they fail a strict run',
    );
  });

  test('shows three findings of a check and counts the others', () => {
    const findings = Array.from({ length: 8 }, (_, index) => sampleFinding({ at: `/items/${index}/id` }));

    const text = show({ checks: [failedCheck({ findings })] });

    expect(text).toContain('/items/2/id');
    expect(text).not.toContain('/items/3/id');
    expect(text).toContain('and 5 more findings of this check');
  });

  test('prints one block for operations with identical findings', () => {
    const checks = ['getUsers', 'getUser', 'getContracts'].map((operation) => failedCheck({ operation }));

    const text = show({ checks });

    expect(text.match(/^✗/gm)).toHaveLength(1);
    expect(text).toContain('  same findings in 2 other operations: getUser, getContracts');
  });

  test('prints at most three blocks per rule and thirty in total, and lists the other operations', () => {
    const failed = (rule: string, count: number): Check[] =>
      Array.from({ length: count }, (_, index) =>
        failedCheck({ rule, operation: `op${index}`, findings: [sampleFinding({ actual: `${rule} ${index}` })] }),
      );

    const text = show({
      checks: [...failed('first', 5), ...Array.from({ length: 20 }, (_, index) => failed(`r${index}`, 3)).flat()],
    });

    expect(text.match(/^✗ op/gm)).toHaveLength(30);
    expect(text).toContain('✗ and more, with details in the JSON report only:\n  first in: op3, op4\n');
    expect(text).toContain('r19 in: op0, op1, op2');
  });

  test('groups inconclusive checks by reason, the most frequent first, with a few examples', () => {
    const inconclusive = (reason: string, count: number) =>
      Array.from({ length: count }, (_, index) =>
        sampleCheck({ operation: `op${index}`, outcome: 'inconclusive', reason }),
      );

    const text = show({ checks: [...inconclusive('the list is empty', 2), ...inconclusive('no fixture', 40)] });

    expect(text).toContain('Inconclusive (42)');
    expect(text).toMatch(/ 40 × no fixture\n +op0\/\S+, op1\/\S+, op2\/\S+ and 37 more\n +2 × the list is empty\n/);
  });

  test('limits the number of reasons', () => {
    const checks = Array.from({ length: 500 }, (_, index) =>
      sampleCheck({ outcome: 'inconclusive', reason: `reason ${index}` }),
    );

    const text = show({ checks });

    expect(text.split('\n').length).toBeLessThan(60);
    expect(text).toContain('488 × for 488 other reasons');
  });

  test('lists operations that were not exercised, and counts the excluded ones separately', () => {
    const [exercised, explained] = sampleRun().operations;
    const excluded = {
      ...sampleRun().operations[1],
      id: 'getUser',
      state: 'excluded',
      reason: 'not selected',
    } as const;

    const text = show({ operations: [exercised, explained, excluded] as RunReport['operations'] });

    expect(text).toMatch(/Operations not exercised \(1\)\n\n +1 × writes are not allowed\n +updateUser\n/);
    expect(text).toMatch(/Operations excluded \(1\)\n\n +1 × not selected\n +getUser\n/);
    expect(lastLine(text)).toContain('1 of 3 operations tested, 1 excluded');
  });

  test('escapes and truncates text from the target everywhere', () => {
    const evil = `\u001b[2J\u202e\u0007\r\nCONFORMS ${'x'.repeat(5000)}`;
    const finding = sampleFinding({ at: evil, expected: evil, actual: evil, message: evil });
    const target = { ...sampleRun().target, baseUrl: evil, bindings: { getUsers: evil } };

    const text = show({
      target,
      verdictReason: evil,
      command: evil,
      warnings: [evil],
      checks: [failedCheck({ findings: [finding] }), sampleCheck({ outcome: 'inconclusive', reason: evil })],
      exchanges: [sampleExchange({ request: { url: evil }, response: null, error: evil })],
    });

    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text).not.toMatch(/^CONFORMS x/m);
    expect(text).toContain('\\u001b[2J\\u202e');
    expect(text).toContain('… (5,017 characters)');
  });

  test('wraps prose at the width and keeps curl commands on one line', () => {
    const title = 'a long requirement of many words '.repeat(10);

    const lines = show({ checks: [failedCheck({ title })] }, 80).split('\n');

    const block = lines.slice(
      lines.findIndex((line) => line.startsWith('✗')),
      lines.findIndex((line) => line.includes('Reproduce')),
    );
    expect(block.length).toBeGreaterThan(6);
    for (const line of block.filter((line) => !line.includes('https:'))) expect(line.length).toBeLessThanOrEqual(80);
    expect(lines.filter((line) => line.includes('curl '))).toHaveLength(1);
  });

  test('uses colours only if enabled', () => {
    expect(show(EVERYTHING)).not.toContain('\u001b');
    expect(renderConsole(sampleRun(EVERYTHING), { color: true, width: 100 })).toContain('\u001b[31m');
  });
});
