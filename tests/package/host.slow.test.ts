import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, oneTotalPageTooMany, ROOT, readJson, runProgram, serve } from './command.js';

interface VitestReport {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/** Runs the hosted checks as a person does, with the target from the environment. */
async function hosted(env: Record<string, string>) {
  const file = join(emptyFolder(), 'tests.json');
  // Each of these processes would compile all sources again.
  const cached = '--experimental.fsModuleCache';
  const argv = [VITEST, 'run', '--project', 'conformance', cached, '--reporter=json', `--outputFile=${file}`];
  const { code } = await runProgram(process.execPath, argv, { cwd: ROOT, env });
  const { testResults } = readJson(file) as VitestReport;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return { code, tests, messages: testResults.map(({ message }) => message) };
}

const SOME = {
  TOUCHSTONE_SEED: '1',
  TOUCHSTONE_OPERATION: 'getUsers,getContracts',
  TOUCHSTONE_RULE: 'paging.*,records.*',
};

describe('the checks under vitest', () => {
  it('fail one test for each rule that is broken, of each operation, and one for the verdict', async () => {
    const { url, token } = await serve({ hooks: [oneTotalPageTooMany] });
    const { code, tests } = await hosted({ ...SOME, TOUCHSTONE_BASE_URL: url, TOUCHSTONE_TOKEN: token });
    expect(code).toBe(1);
    const failed = tests.filter(({ status }) => status === 'failed');
    expect(failed.map(({ fullName }) => fullName).sort()).toEqual([
      'getContracts paging.first-page',
      'getContracts paging.total-pages',
      'getUsers paging.first-page',
      'getUsers paging.total-pages',
      'verdict',
    ]);
    expect(failed.flatMap(({ failureMessages }) => failureMessages).join('\n')).toContain(
      'Requirement: paging.total-pages',
    );
    expect(tests.filter(({ status }) => status === 'passed').length).toBeGreaterThan(20);
  });

  it('fail a run that nothing could decide, though each test is skipped', async () => {
    const { tests } = await hosted({ ...SOME, TOUCHSTONE_BASE_URL: 'http://127.0.0.1:1' });
    expect(tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)).toEqual(['verdict']);
    expect(tests.filter(({ status }) => status === 'passed')).toEqual([]);
  });

  it('do not run at all for a glob that matches nothing', async () => {
    const { code, messages } = await hosted({ TOUCHSTONE_RULE: 'pagin.*' });
    expect(code).toBe(1);
    expect(messages.join()).toContain('no rule matches "pagin.*"');
  });
});
