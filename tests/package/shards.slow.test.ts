import { cpSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { emptyFolder, readJson, touchstone } from './command.js';
import { assertReport } from './report-schema.js';

const RUN = ['check', '--reference', '--operation', 'getContract*', '--budget', 'quick', '--level', 'must', '--quiet'];

it('a run in shards ends as the single run, and a report that is lost, doubled, damaged or of another run is noticed', async () => {
  const cwd = emptyFolder();
  const file = (name: string) => join(cwd, name);
  const run = async (...argv: string[]) => (await touchstone(argv, { cwd })).code;
  const shard = (name: string, to: string, seed: string) =>
    run(...RUN, '--seed', seed, '--shard', name, '--report', `json=${to}`);
  for (const folder of ['all', 'lost', 'twice', 'damaged', 'other']) mkdirSync(file(folder));
  const codes = await Promise.all([
    run(...RUN, '--seed', '4', '--report', 'json=single.json'),
    shard('1/2', 'all/1.json', '4'),
    shard('2/2', 'all/2.json', '4'),
    shard('2/2', 'other/2.json', '5'),
  ]);
  const [one, two] = [file('all/1.json'), file('all/2.json')];
  for (const folder of ['lost', 'twice', 'damaged', 'other']) cpSync(one, file(`${folder}/1.json`));
  cpSync(one, file('twice/again.json'));
  cpSync(two, file('twice/2.json'));
  cpSync(two, file('damaged/2.json'));
  truncateSync(file('damaged/2.json'), 20_000);

  const merge = async (folder: string) => touchstone(['merge', folder, '--report', `json=${folder}.json`], { cwd });
  const [all, lost, twice, damaged, other] = await Promise.all(['all', 'lost', 'twice', 'damaged', 'other'].map(merge));

  expect(codes).toEqual([0, 0, 0, 0]);
  expect([all?.code, lost?.code, twice?.code, damaged?.code, other?.code]).toEqual([0, 3, 2, 2, 2]);
  expect(twice?.stderr).toContain('are both shard 1/2');
  expect(damaged?.stderr).toContain('damaged/2.json');
  expect(other?.stderr).toContain('the seed differs');
  const [merged, single] = [readJson(file('all.json')), readJson(file('single.json'))] as [RunReport, RunReport];
  const outcomes = ({ checks }: RunReport) => checks.map(({ id, outcome }) => `${id} ${outcome}`);
  assertReport(merged);
  expect(outcomes(merged)).toEqual(outcomes(single));
  expect([merged.verdict, merged.verdictReason, merged.command]).toEqual([
    single.verdict,
    single.verdictReason,
    single.command,
  ]);
  expect(readFileSync(file('all.json'), 'utf8')).not.toContain(cwd);
});
