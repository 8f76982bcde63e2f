import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { recordKinds } from '../../../contract/record-kinds.js';
import type { RecordKind } from '../../../contract/types.js';
import { Journal } from '../../../engine/writes/journal.js';
import { announce, announced } from '../../../engine/writes/machine-journals.js';
import { recordKey } from '../../../engine/writes/record-key.js';
import { Reservations } from '../../../engine/writes/reservations.js';
import { RUN } from './journal-lines.js';

const USER = recordKinds.find(({ id }) => id === 'user') as RecordKind;
const RECORDS = Array.from({ length: 6 }, (_unused, index) => ({ id: `U-${index}` }));

/** Some of the records that are free, as a run chooses them. */
const two = async (avoided: ReadonlySet<string>) =>
  RECORDS.filter(({ id }) => !avoided.has(recordKey('user', id))).slice(0, 2);

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'touchstone-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A run with a journal in a folder, on a target. */
async function runIn(path: string, name: string, baseUrl = RUN.baseUrl, machine = join(path, 'machine')) {
  const file = join(path, `journal-${name}.jsonl`);
  const journal = await Journal.create(file, { ...RUN, baseUrl });
  onTestFinished(() => journal.close().catch(() => undefined));
  await announce(file, baseUrl, machine);
  return { journal, reservations: new Reservations(journal, baseUrl, path, machine) };
}

describe('runs of one folder', () => {
  it('choose different records, even at the same time', async () => {
    const path = folder();
    const runs = await Promise.all(['a', 'b', 'c'].map((name) => runIn(path, name)));

    const chosen = await Promise.all(runs.map(({ reservations }) => reservations.choose(USER, two)));

    expect(
      chosen
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(RECORDS.map(({ id }) => id));
    expect(readdirSync(path).filter((name) => name.startsWith('choosing'))).toEqual([]);
  });

  it('on other targets choose independently', async () => {
    const path = folder();
    const first = await runIn(path, 'a');
    const second = await runIn(path, 'b', 'https://other.example');
    await first.reservations.choose(USER, two);

    expect(await second.reservations.choose(USER, two)).toEqual(RECORDS.slice(0, 2));
    await second.reservations.assertNoneOf(USER);
  });

  it('avoid only the records that an earlier run did not restore', async () => {
    const path = folder();
    const first = await runIn(path, 'a');
    await first.reservations.choose(USER, two);
    await first.journal.append(
      { type: 'before', kind: 'user', id: 'U-1', fields: { isOnline: false } },
      { type: 'write', n: 1, operation: 'updateUser', kind: 'user', ids: ['U-1'], sent: { isOnline: true } },
    );
    const second = await runIn(path, 'b');
    // The first run may still restore it.
    expect(await second.reservations.leftBehind(USER)).toBe(0);
    await first.journal.close();

    expect(await second.reservations.choose(USER, two)).toEqual([{ id: 'U-0' }, { id: 'U-2' }]);
    expect(await second.reservations.leftBehind(USER)).toBe(1);
    await expect(second.reservations.assertNoneOf(USER)).rejects.toMatchObject({ blockedBy: 'unrestored' });
  });

  it('send nothing that may reach the records of another one', async () => {
    const path = folder();
    const [first, second] = [await runIn(path, 'a'), await runIn(path, 'b')];
    await second.reservations.assertNoneOf(USER);
    await first.reservations.choose(USER, two);

    await expect(second.reservations.assertNoneOf(USER)).rejects.toThrow(
      'another run on this machine has user records',
    );
    await first.reservations.assertNoneOf(USER);
  });
});

describe('runs of one machine in folders of their own', () => {
  it('choose other records each, though they choose at the same time', async () => {
    const machine = folder();
    const runs = await Promise.all(['a', 'b', 'c'].map((name) => runIn(folder(), name, RUN.baseUrl, machine)));

    const chosen = await Promise.all(runs.map(({ reservations }) => reservations.choose(USER, two)));

    expect(new Set(chosen.flat().map(({ id }) => id)).size).toBe(RECORDS.length);
  });

  it('do not see a journal that is gone, and forget it', async () => {
    const machine = folder();
    const first = await runIn(folder(), 'a', RUN.baseUrl, machine);
    expect(await announced(RUN.baseUrl, machine)).toEqual([first.journal.path]);
    await first.journal.close();

    expect(await announced(RUN.baseUrl, machine)).toEqual([]);
    expect(readdirSync(machine)).toEqual([]);
  });

  it('trust no folder that others can write to', async () => {
    const machine = folder();
    await runIn(folder(), 'a', RUN.baseUrl, machine);
    chmodSync(machine, 0o777);

    expect(await announced(RUN.baseUrl, machine)).toEqual([]);
  });
});
