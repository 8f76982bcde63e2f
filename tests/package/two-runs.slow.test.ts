import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyFolder, readJson, touchstone } from './command.js';
import { differences, dump, writingTarget } from './writing-target.js';

it('two runs with writes to one target from one folder both conform and restore everything', async () => {
  const target = await writingTarget();
  const before = dump(target.reference);
  const given = { cwd: emptyFolder(), env: { TOUCHSTONE_TOKEN: target.reference.token } };
  const writes = ['--allow-writes', '--operation', 'update*', '--operation', 'bulk*', '--consistency-window', '400ms'];
  const run = (name: string) =>
    touchstone(['check', '--base-url', target.url, ...writes, '--quiet', '--report', `json=${name}.json`], given);

  const ended = await Promise.all([run('a'), run('b')]);

  expect(differences(before, dump(target.reference))).toEqual([]);
  for (const { stderr } of ended) expect(stderr).toBe('');
  for (const name of ['a', 'b']) {
    const { checks } = readJson(join(given.cwd, `${name}.json`)) as { checks: { id: string; outcome: string }[] };
    expect(checks.filter(({ outcome }) => outcome === 'fail' || outcome === 'error').map(({ id }) => id)).toEqual([]);
  }
  expect(existsSync(join(given.cwd, '.touchstone')) ? readdirSync(join(given.cwd, '.touchstone')) : []).toEqual([]);
});
