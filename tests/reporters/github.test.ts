import { describe, expect, test } from 'vitest';
import { renderGithub } from '../../reporters/github.js';
import { hostileRun, MARK } from './hostile-run.js';
import { failedCheck, sampleFinding, sampleIncomplete, sampleRun } from './sample-run.js';

/** The commands of a report, as the runner of GitHub Actions reads them. */
function commands(text: string) {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, kind, title, data] = /^::(error|warning|notice) title=([^:,]*)::(.*)$/.exec(line) ?? [];
      return { kind, title, data };
    });
}

describe('the GitHub annotations', () => {
  test('are errors for failures, warnings for warnings and notices for accepted failures', () => {
    const accepted = sampleFinding({ accepted: { reason: 'known', expires: '2030-01-01' } });
    const checks = [
      failedCheck(),
      failedCheck({ rule: 'errors.body', level: 'should' }),
      failedCheck({ rule: 'sort.asc', findings: [accepted], accepted: true }),
    ];

    const made = commands(renderGithub(sampleRun({ verdict: 'does-not-conform', checks })));

    expect(made.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
      'error touchstone%3A does not conform',
      'error getUsers/paging.total-pages',
      'warning getUsers/errors.body',
      'notice getUsers/sort.asc (accepted)',
    ]);
    expect(made[1]?.data).toContain('Requirement: paging.total-pages');
    expect(made[1]?.data).toContain('%0AExpected: 6 (523 items, 100 a page)%0A');
  });

  test('warn of an incomplete run with its first error, and contain no error for it', () => {
    const made = commands(renderGithub(sampleRun({ verdict: 'incomplete', incomplete: sampleIncomplete() })));

    expect(made.map(({ kind, title }) => `${kind} ${title}`)).toEqual(['warning touchstone%3A incomplete']);
    expect(made[0]?.data).toContain('%0AFirst error: request 801 at 2024-05-06T07:08:10.000Z');
    const failing = { verdict: 'does-not-conform', checks: [failedCheck()], incomplete: sampleIncomplete() } as const;
    const both = commands(renderGithub(sampleRun({ ...failing, checks: [...failing.checks] })));
    expect(both.map(({ kind }) => kind)).toEqual(['error', 'error', 'warning']);
  });

  test('are one line each, and each a command of touchstone, whatever a target returns', () => {
    const text = renderGithub(hostileRun());

    expect(text).toContain(MARK);
    for (const { kind, title } of commands(text)) {
      expect(kind).toBeDefined();
      expect(title).not.toContain(MARK);
    }
    expect(text).not.toContain('##[');
    expect(text).not.toContain('##vso[');
  });

  test('are limited to what GitHub shows per kind, and the last one counts the rest', () => {
    const checks = Array.from({ length: 40 }, (_unused, index) => failedCheck({ rule: `rule.${index}` }));

    const made = commands(renderGithub(sampleRun({ verdict: 'does-not-conform', checks })));

    expect(made).toHaveLength(10);
    expect(made.at(-1)?.data).toContain('and 32 more of this kind');
  });

  test('are one notice for a run that conforms', () => {
    expect(commands(renderGithub(sampleRun()))).toEqual([
      { kind: 'notice', title: 'touchstone%3A conforms', data: 'No clause of the document was violated.' },
    ]);
  });
});
