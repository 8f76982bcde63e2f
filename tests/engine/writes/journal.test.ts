import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UsageError } from '../../../engine/usage-error.js';
import { Journal, readJournal } from '../../../engine/writes/journal.js';
import type { RunEntry } from '../../../engine/writes/journal-entry.js';
import { unfinished, unfinishedIn } from '../../../engine/writes/unfinished.js';
import type { Hook } from '../../../reference/index.js';
import { ruleOf, runRules, served } from './run-rules.js';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'touchstone-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const RUN: RunEntry = {
  type: 'run',
  format: 'touchstone.journal/1',
  run: 'r1',
  startedAt: '2024-05-06T07:08:09.123Z',
  process: { pid: 0, host: 'elsewhere' },
  baseUrl: 'https://target.example',
  bindings: {},
  wireForm: 'object',
  allowScopeAll: false,
  bulkScope: 'Only',
  consistencyWindowMs: 5000,
  taskTimeoutMs: 60_000,
};
const BEFORE = { type: 'before', kind: 'user', id: 'u-1', fields: { isOnline: false } } as const;
const WRITE = {
  type: 'write',
  n: 1,
  operation: 'updateUser',
  kind: 'user',
  ids: ['u-1'],
  sent: { isOnline: true },
} as const;
const SETTLED = { type: 'settled', kind: 'user', id: 'u-1', how: 'restored' } as const;

describe('a journal', () => {
  it('holds every write, with the record as it was, before the write reaches the target', async () => {
    const journal = join(folder(), 'journal.jsonl');
    const seen: string[] = [];
    const reading: Hook = (steps) => ({
      write(context) {
        seen.push(`${readFileSync(journal, 'utf8').trim().split('\n').at(-1)}`);
        return steps.write(context);
      },
    });
    const { reference, target } = await served({ hooks: [reading] });
    onTestFinished(() => reference.close());
    const flip = ruleOf('flip', async (context) => {
      const { record } = context;
      await context.send({ record, body: context.patchFor(record, { isOnline: record.before.isOnline !== true }) });
    });

    await runRules(target, { updateUser: [flip] }, { journal });

    const [proof, write, ...restoring] = seen.map((line) => JSON.parse(line));
    expect(proof).toMatchObject({ type: 'write', n: 1, operation: 'updateUser', kind: 'user' });
    expect(write).toMatchObject({ type: 'write', n: 2, ids: proof.ids });
    expect(write.sent.isOnline).toBe(!proof.sent.isOnline);
    // What puts a record back needs no entry: the record is in the journal as it was.
    expect(restoring).toMatchObject([{ n: 2 }]);
    expect(existsSync(journal)).toBe(false);
  });

  it('is removed once everything is settled, and stays while something is not', async () => {
    const [settled, open] = ['settled', 'open'].map((name) => join(folder(), `${name}.jsonl`)) as [string, string];
    const first = await Journal.create(settled, RUN);
    await first.append(BEFORE, WRITE, SETTLED);
    await first.close();
    const second = await Journal.create(open, RUN);
    await second.append(BEFORE, WRITE);
    await second.close();

    expect(existsSync(settled)).toBe(false);
    expect((await unfinished(open))?.state.unsettled()).toMatchObject([{ kind: 'user', id: 'u-1' }]);
  });

  it('is never written over', async () => {
    const path = join(folder(), 'journal.jsonl');
    writeFileSync(path, '');

    await expect(Journal.create(path, RUN)).rejects.toThrow(UsageError);
  });

  it('whose last line was cut off is read without it, and goes on after the whole lines', async () => {
    const path = join(folder(), 'journal.jsonl');
    const whole = [RUN, BEFORE, WRITE].map((entry) => `${JSON.stringify(entry)}\n`).join('');
    writeFileSync(path, `${whole}{"type":"settled","kind":"us`);

    const journal = await Journal.open(path);
    expect(journal.state.unsettled()).toHaveLength(1);
    await journal.append(BEFORE);
    await journal.close();

    expect((await readJournal(path)).entries).toEqual([RUN, BEFORE, WRITE, BEFORE]);
  });

  it.each([
    ['is cut in the middle', `${JSON.stringify(RUN)}\n{"type"\n${JSON.stringify(WRITE)}\n`, 'line 2'],
    ['begins with something else', `${JSON.stringify(WRITE)}\n`, 'is no journal'],
  ])('that %s is refused', async (_what, text, told) => {
    const path = join(folder(), 'journal.jsonl');
    writeFileSync(path, text);

    await expect(readJournal(path)).rejects.toThrow(told);
  });

  it('that holds something to undo keeps a run from writing to that target', async () => {
    const { reference, target } = await served();
    onTestFinished(() => reference.close());
    const journal = join(folder(), 'journal.jsonl');
    const lines = [{ ...RUN, baseUrl: target.baseUrl }, BEFORE, WRITE].map((entry) => `${JSON.stringify(entry)}\n`);
    writeFileSync(journal, lines.join(''));

    const refused = await runRules(target, { updateUser: [] }, { journal }).catch((error: unknown) => error);

    expect(refused).toBeInstanceOf(UsageError);
    expect(refused).toMatchObject({
      message: `a run has left something to undo on this target (1 of its records): ${journal}`,
      hint: expect.stringContaining(`touchstone undo ${journal}`),
    });
  });

  it('never holds a credential, though a record of the target does', async () => {
    const { reference, target } = await served();
    onTestFinished(() => reference.close());
    const { applications } = reference.tenant;
    for (const one of [...applications.records]) applications.replace({ ...one, notes: `see ${target.token}` });
    const journal = join(folder(), 'journal.jsonl');
    const rule = ruleOf('rule', async (context) => {
      await context.send({ record: context.record, body: context.patchFor(context.record) });
    });

    const { results, restoration } = await runRules(target, { updateApplication: [rule] }, { journal });

    expect(results[0]?.outcome).toBe('inconclusive');
    expect(restoration?.touched).toEqual([]);
  });

  it('that has nothing to undo keeps no run from starting', async () => {
    const path = folder();
    const lines = (...entries: readonly unknown[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    writeFileSync(join(path, 'journal-a.jsonl'), lines(RUN));
    writeFileSync(join(path, 'journal-b.jsonl'), lines(RUN, BEFORE, WRITE, SETTLED));
    writeFileSync(join(path, 'journal-c.jsonl'), lines(RUN, BEFORE, WRITE));

    expect((await unfinishedIn(path)).map((one) => one.path)).toEqual([join(path, 'journal-c.jsonl')]);
    expect(await unfinishedIn(join(path, 'none'))).toEqual([]);
  });
});
