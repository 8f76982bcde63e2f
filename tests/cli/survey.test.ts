import { describe, expect, test } from 'vitest';
import { listRules } from '../../conformance/list.js';
import { renderSurvey } from '../../reporters/survey.js';
import { sampleCheck, sampleIncomplete, sampleRun } from '../reporters/sample-run.js';
import { TARGET, touchstone } from './run-command.js';

const gap = sampleCheck({
  rule: 'paging.after-last',
  clause: 'paging.after-last',
  level: 'gap',
  title: 'The page after the last',
});
const observed = (operation: string, value: string) => ({
  clause: 'paging.after-last',
  operation,
  value,
  exchange: null,
});
const [, ...target] = TARGET;

describe('touchstone survey', () => {
  test('escapes what the target says of the end of the run', () => {
    const why = 'it said \u001b[2J';
    const nothing = renderSurvey(sampleRun({ verdictReason: why }));
    const incomplete = sampleIncomplete({ reason: why });
    const part = renderSurvey(sampleRun({ incomplete, observations: [observed('getUsers', 'an error')] }));

    for (const text of [nothing, part]) {
      expect(text).toContain('it said \\u001b[2J');
      expect(text).not.toContain('\u001b');
    }
  });

  test('runs only the rules of level gap', async () => {
    const { checks } = await touchstone(['survey', ...target], { listRules: async () => listRules() });
    const { rules = [] } = checks[0]?.options ?? {};
    expect(rules).toContain('paging.after-last');
    expect(rules).toEqual(
      listRules()
        .rules.filter(({ level }) => level === 'gap')
        .map(({ id }) => id),
    );
  });

  test('includes concurrent clients if it may write, unless a budget is given', async () => {
    const budgetOf = async (...flags: string[]) => {
      const { checks } = await touchstone(['survey', ...target, ...flags], { listRules: async () => listRules() });
      return checks[0]?.options?.budget;
    };

    expect(await budgetOf('--allow-writes')).toBe('thorough');
    expect(await budgetOf('--allow-writes', '--budget', 'quick')).toBe('quick');
    expect(await budgetOf()).toBeUndefined();
  });

  test('exits 0 with observations and 3 with the reason without any', async () => {
    const some = sampleRun({ checks: [gap], observations: [observed('getUsers', '200 with 0 items')] });
    expect(await touchstone(['survey', ...target], { check: async () => some })).toMatchObject({ code: 0 });
    const none = sampleRun({ observations: [], verdictReason: 'the connection is refused' });
    const outcome = await touchstone(['survey', ...target], { check: async () => none });
    expect(outcome.code).toBe(3);
    expect(outcome.stdout).toContain('the connection is refused');
  });

  test('prints the records that it could not restore, and exits with 3', async () => {
    const left = { kind: 'user', id: 'u-1', reason: 'the target returned 400', fields: [], request: null };
    const undo = 'touchstone undo /x/j.jsonl --base-url https://target.example';
    const restoration = { journal: '/x/j.jsonl', undo, touched: [], removed: [], left: [left] };
    const report = { ...sampleRun({ checks: [gap], observations: [observed('getUsers', '404')] }), restoration };

    const { code, stdout } = await touchstone(['survey', ...target, '--allow-writes'], { check: async () => report });

    expect(code).toBe(3);
    expect(stdout).toContain('NOT RESTORED (1)');
    expect(stdout).toContain(`Retry with: ${undo}\n`);
  });

  test('lists its exit codes in its help', async () => {
    expect((await touchstone(['survey', '--help'])).stdout).toContain('Exit codes: 0 something was observed');
  });

  test('sends nothing with --dry-run', async () => {
    const { code, checks, stdout } = await touchstone(['survey', ...target, '--dry-run'], {
      listRules: async () => listRules(),
    });
    expect(code).toBe(0);
    expect(checks).toEqual([]);
    expect(stdout).toContain('Nothing was sent');
  });

  test.each(['--baseline', '--compare'])('refuses %s, because there is no verdict', async (option) => {
    const outcome = await touchstone(['survey', ...target, option, 'some.json']);
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain(`unknown option ${option}`);
  });
});

describe('the survey as text', () => {
  test('lists each gap once and groups operations with the same behaviour', () => {
    const observations = [
      observed('getUsers', '404'),
      observed('getContracts', '404'),
      observed('getAgreements', '200'),
    ];
    const text = renderSurvey(sampleRun({ checks: [gap], observations }));
    expect(text.match(/The page after the last/g)).toHaveLength(1);
    expect(text).toContain('  getUsers and 1 more: 404\n');
    expect(text).toContain('  getAgreements: 200\n');
  });

  test('escapes control characters of the target visibly', () => {
    const text = renderSurvey(
      sampleRun({ checks: [gap], observations: [observed('getUsers', '\u001b[31mred\u202e')] }),
    );
    expect(text).toContain('\\u001b[31mred\\u202e');
    expect(text).not.toContain('\u001b');
  });

  test('ends with the response times of each operation', () => {
    const run = sampleRun({ checks: [gap], observations: [observed('getUsers', '404')] });
    const operations = run.operations.map((one) => ({ ...one, times: { count: 1200, medianMs: 3.5, p95Ms: 80 } }));

    expect(renderSurvey({ ...run, operations })).toMatch(/^ {2}\w+ +1,200 +3\.5 ms +80 ms$/m);
  });
});
