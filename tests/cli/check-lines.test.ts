import { describe, expect, it } from 'vitest';
import type { CheckProgress, Progress } from '../../engine/target/options.js';
import { sampleRun } from '../reporters/sample-run.js';
import { TARGET, touchstone } from './run-command.js';

const step = (result: Partial<CheckProgress>, check = 'getUsers/paging.echo'): Progress => ({
  done: 1,
  total: 4,
  requests: 1,
  failed: 0,
  warnings: 0,
  check,
  result: { outcome: 'fail', level: 'must', accepted: false, text: 'page_number is 2\u001b[31m', ...result },
});
const STEPS = [
  step({}),
  step({ level: 'should', text: 'odd' }),
  step({ accepted: true, text: 'known' }),
  step({ outcome: 'pass', text: null }),
  step({ outcome: 'error', text: 'it broke' }),
  step({ outcome: 'not-applicable', text: 'not offered' }),
];

/** The lines about checks on stderr. */
async function lines(...argv: string[]): Promise<string[]> {
  const { stderr } = await touchstone([...TARGET, ...argv], {
    check: async (_target, { onProgress } = {}) => {
      for (const one of STEPS) onProgress?.(one);
      return sampleRun();
    },
  });
  return stderr.split('\n').flatMap((line) => (line.includes('getUsers/') ? [line.replace('touchstone: ', '')] : []));
}

describe('the checks that are printed as they are decided', () => {
  it('are by default those that fail the run, without control characters of the target', async () => {
    expect(await lines()).toEqual([
      expect.stringMatching(/^FAIL getUsers\/paging\.echo: page_number is 2[ -~␀-␿]*$/),
      'ERROR getUsers/paging.echo: it broke',
    ]);
  });

  it('include warnings in a strict run', async () => {
    expect(await lines('--strict')).toContain('FAIL getUsers/paging.echo: odd');
  });

  it('are all with --verbose', async () => {
    expect((await lines('--verbose')).slice(1)).toEqual([
      'WARNING getUsers/paging.echo: odd',
      'ACCEPTED getUsers/paging.echo: known',
      'PASS getUsers/paging.echo',
      'ERROR getUsers/paging.echo: it broke',
      'NOT APPLICABLE getUsers/paging.echo: not offered',
    ]);
  });

  it('are none with --quiet', async () => {
    expect(await lines('--quiet', '--verbose')).toEqual([]);
  });
});

describe('--bail and --exclude', () => {
  it('are options of the run', async () => {
    const { checks } = await touchstone([...TARGET, '--bail', '3', '--exclude', 'sort.*', '--exclude', 'getUsers/**']);

    expect(checks[0]?.options).toMatchObject({ bail: 3, exclude: ['sort.*', 'getUsers/**'] });
  });

  it('need a number above 0', async () => {
    expect((await touchstone([...TARGET, '--bail', '0'])).code).toBe(2);
  });
});
