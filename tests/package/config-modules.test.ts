import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Ended, emptyFolder, touchstone } from './command.js';

/** Checks a target that is not there, with a config module of this text. */
async function checked(text: string): Promise<Ended> {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'touchstone.config.mjs'), text);
  return touchstone(['check', '--base-url', 'http://127.0.0.1:1', '--quiet'], { cwd });
}

it.each([
  [
    'throws later',
    "setTimeout(() => { throw new Error('late'); }); await new Promise(() => {});",
    2,
    /:1: threw an error that it does not catch: late/,
  ],
  [
    'rejects',
    "Promise.reject(new Error('lost')); await new Promise(() => {});",
    2,
    /:1: threw an error that it does not catch: lost/,
  ],
  ['ends the process', 'process.exit(0);', 3, /the process ended before the command was done/],
  ['ends the process with the code of a verdict', 'process.exit(1);', 3, /the process ended before/],
])('a config module that %s is named, and is no verdict', async (_what, text, code, problem) => {
  const ended = await checked(text);
  expect([ended.code, ended.stdout]).toEqual([code, '']);
  expect(ended.stderr).toMatch(problem);
  expect(ended.stderr).not.toContain('internal error');
});

it('a config module that leaves a timer behind does not keep the command from its end', async () => {
  const { code, stdout, stderr } = await checked('setInterval(() => undefined, 1000); export default {};');
  expect([code, stderr]).toEqual([3, '']);
  expect(stdout).toMatch(/INCONCLUSIVE .* exit 3\n$/);
});
