import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderJson } from '../../reporters/json.js';
import type { Baseline, Check } from '../../schemas/generated/touchstone.js';
import { sampleCheck, sampleFinding, sampleRun } from '../reporters/sample-run.js';
import { folder, touchstone } from './run-command.js';

const OLD = `# Agreed with the billing team.
accepted:
  # The first of them: see the minutes.
  - check: getUsers/records.types # the list
    finding: /items/*/licenseCount
    level: must
    reason: sent as text until the billing rewrite # July
    ticket: ABC-1
    expires: 2999-01-31

  # All that follows is about dates.
  - level: must
    reason: dates have no zone
    expires: 2999-02-28
    findings:
      getUser/records.dates: [/lastActive] # the detail
      getUsers/records.dates:
        - /items/*/lastActive # seen by every client
        - /items/*/createdDate
`;

/** A check that failed at these places, or passed if there are none. */
function checkOf(id: string, ...places: string[]): Check {
  const [operation = '', rule = ''] = id.split('/');
  const outcome = places.length > 0 ? 'fail' : 'pass';
  return { ...sampleCheck({ rule, outcome, findings: places.map((at) => sampleFinding({ at })) }), id, operation };
}

const TYPES = checkOf('getUsers/records.types', '/items/4/licenseCount');
const DATES = checkOf('getUsers/records.dates', '/items/0/lastActive', '/items/0/createdDate');
const DATE = checkOf('getUser/records.dates', '/lastActive');

/** Updates a baseline with a run that had these checks. */
async function update(checks: Check[], argv: readonly string[] = [], text = OLD, file = 'b.yaml') {
  const cwd = folder({ [file]: text, 'run.json': renderJson(sampleRun({ checks, seed: 42 })) });
  const ended = await touchstone(['baseline', 'run.json', '--update', file, ...argv], { cwd });
  const written = readFileSync(join(cwd, file), 'utf8');
  return { ...ended, cwd, written, accepted: (parse(written) as Baseline).accepted };
}

describe('touchstone baseline --update', () => {
  test('changes only the seed if the run found the same differences', async () => {
    const { code, written, stdout } = await update([TYPES, DATES, DATE]);

    expect([code, written]).toEqual([0, `${OLD}seed: 42\n`]);
    expect(stdout).toContain('kept      2 entries');
  });

  test('adds new differences with the given reason and keeps comments, reasons and days', async () => {
    const fresh = [checkOf('getUsers/sort.asc', '/items'), checkOf('getContracts/sort.asc', '/items')];
    const { code, written, accepted, stdout } = await update(
      [TYPES, DATES, DATE, ...fresh],
      ['--reason', 'new', '--expires', '2999-03-31'],
    );

    expect(code).toBe(0);
    expect(written.startsWith(OLD)).toBe(true);
    expect(accepted[2]).toEqual({
      level: 'must',
      reason: 'new',
      expires: '2999-03-31',
      findings: { 'getUsers/sort.asc': ['/items'], 'getContracts/sort.asc': ['/items'] },
    });
    expect(stdout).toContain('added     getUsers/sort.asc at /items and 1 more place (new, until 2999-03-31)');
  });

  test('requires a reason for new differences and writes nothing without one', async () => {
    const { code, stderr, written } = await update([TYPES, DATES, DATE, checkOf('getUsers/sort.asc', '/items')]);

    expect([code, written]).toEqual([2, OLD]);
    expect(stderr).toContain('1 difference that b.yaml does not accept, first in getUsers/sort.asc at /items');
  });

  test('removes differences that are gone and prints them with their reason', async () => {
    const { written, accepted, stdout } = await update([checkOf('getUsers/records.types'), DATES, DATE]);

    expect(accepted.map(({ reason }) => reason)).toEqual(['dates have no zone']);
    expect(written).toContain('# the detail');
    expect(stdout).toContain(
      'removed   getUsers/records.types at /items/*/licenseCount, no longer found (sent as text until the billing rewrite, ABC-1, until 2999-01-31)',
    );
  });

  test('says what to do with a baseline that is empty afterwards', async () => {
    const passed = ['getUsers/records.types', 'getUsers/records.dates', 'getUser/records.dates'];

    const { code, accepted, stdout } = await update(passed.map((id) => checkOf(id)));

    expect([code, accepted]).toEqual([0, []]);
    expect(stdout).toContain('b.yaml accepts nothing any more. Delete it');
  });

  test('removes one place and one check of an entry and keeps the rest with its comments', async () => {
    const { written, accepted, stdout } = await update([
      TYPES,
      checkOf('getUsers/records.dates', '/items/0/lastActive'),
      checkOf('getUser/records.dates'),
    ]);

    expect(accepted[1]).toEqual({
      level: 'must',
      reason: 'dates have no zone',
      expires: '2999-02-28',
      findings: { 'getUsers/records.dates': ['/items/*/lastActive'] },
    });
    expect(written).toContain('# All that follows is about dates.');
    expect(written).toContain('# seen by every client');
    expect(stdout).toContain('no longer found: getUser/records.dates at /lastActive');
    expect(stdout).toContain('no longer found: getUsers/records.dates at /items/*/createdDate');
  });

  test('narrows a pattern to the checks that still fail or were inconclusive', async () => {
    const wide = OLD.replace('getUsers/records.types #', "'*/records.types' #");
    const { written, accepted } = await update(
      [
        TYPES,
        checkOf('getContracts/records.types'),
        { ...checkOf('getUser/records.types'), outcome: 'inconclusive', reason: 'no data' },
        DATES,
        DATE,
      ],
      [],
      wide,
    );

    expect(accepted[0]).toEqual({
      findings: {
        'getUsers/records.types': ['/items/*/licenseCount'],
        'getUser/records.types': ['/items/*/licenseCount'],
      },
      level: 'must',
      reason: 'sent as text until the billing rewrite',
      ticket: 'ABC-1',
      expires: '2999-01-31',
    });
    expect(written).toContain('# the list');
    expect(written).toContain('# July');
  });

  test('keeps inconclusive checks and checks outside the selection of the run', async () => {
    const inconclusive: Check = { ...TYPES, outcome: 'inconclusive', reason: 'no data', findings: [] };
    const excluded: Check = { ...DATE, outcome: 'excluded', reason: 'not among the operations given', findings: [] };
    const { written } = await update([inconclusive, DATES, excluded]);

    expect(written).toBe(`${OLD}seed: 42\n`);
  });

  test('keeps an expired entry, reports it, and adds no duplicate', async () => {
    const expired = OLD.replace('2999-01-31', '2020-01-31');
    const { code, written, stdout } = await update([TYPES, DATES, DATE], [], expired);

    expect([code, written]).toEqual([0, `${expired}seed: 42\n`]);
    expect(stdout).toContain('expired   getUsers/records.types at /items/*/licenseCount');
  });

  test('writes another file with --out and does not change the old one', async () => {
    const { cwd, written } = await update([checkOf('getUsers/records.types'), DATES, DATE], ['--out', 'new.yaml']);

    expect(written).toBe(OLD);
    expect((parse(readFileSync(join(cwd, 'new.yaml'), 'utf8')) as Baseline).accepted).toHaveLength(1);
  });

  test('accepts a baseline in JSON', async () => {
    const json = JSON.stringify({ $schema: 'x', ...(parse(OLD) as object) });
    const { code, written } = await update([checkOf('getUsers/records.types'), DATES, DATE], [], json, 'b.json');

    expect(code).toBe(0);
    expect(JSON.parse(written)).toMatchObject({
      $schema: 'x',
      seed: 42,
      accepted: [{ reason: 'dates have no zone' }],
    });
  });

  test('refuses a baseline with an unknown check and does not change it', async () => {
    const { code, stderr, written } = await update([DATES, DATE]);

    expect([code, written]).toEqual([2, OLD]);
    expect(stderr).toContain('/accepted/0/check: no check matches "getUsers/records.types"');
  });
});
