import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UsageError } from '../../../engine/target/usage-error.js';
import { Journal } from '../../../engine/writes/journal.js';
import { MAX_LINE_BYTES } from '../../../engine/writes/read-journal.js';
import { unfinished, unfinishedIn } from '../../../engine/writes/unfinished.js';
import type { Hook } from '../../../reference/index.js';
import { BEFORE, linesOf, RUN, SETTLED, WRITE } from './journal-lines.js';
import { ruleOf, runRules, served } from './run-rules.js';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'touchstone-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

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

  it('is never overwritten', async () => {
    const path = join(folder(), 'journal.jsonl');
    writeFileSync(path, '');

    await expect(Journal.create(path, RUN)).rejects.toThrow(UsageError);
  });

  // `mkdir` of Node never ends there.
  it('that no folder can be created for, such as one in /proc, is rejected with the system error', async () => {
    await expect(Journal.create('/proc/nope/deep/journal.jsonl', RUN)).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(/^the journal \/proc\/nope\/deep\/journal.jsonl cannot be made: E/),
      hint: expect.stringContaining('--journal'),
    });
  });

  it('with a given name is not started over the unfinished journal of another run', async () => {
    const { reference, target } = await served();
    onTestFinished(() => reference.close());
    const journal = join(folder(), 'journal.jsonl');
    writeFileSync(journal, linesOf({ ...RUN, baseUrl: target.baseUrl }, BEFORE, WRITE));

    const refused = await runRules(target, { updateUser: [] }, { journal }).catch((error: unknown) => error);

    expect(refused).toBeInstanceOf(UsageError);
    expect(refused).toMatchObject({
      message: `${journal} is the journal of another run with 1 record left to restore`,
      hint: expect.stringContaining(`touchstone undo ${journal} --base-url ${target.baseUrl}`),
    });
    expect(readFileSync(journal, 'utf8')).toContain('"write"');
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

  it('rejects a write to a record that exceeds its limit, with the limit as the cause', async () => {
    const journal = await Journal.create(null, RUN);
    const large = 'x'.repeat(MAX_LINE_BYTES);

    journal.note({ ...BEFORE, fields: { notes: large } });

    await expect(journal.append(WRITE)).rejects.toMatchObject({ name: 'Inconclusive', blockedBy: 'limit' });
  });

  it('rejects a write that exceeds its limit, with the limit as the cause, and another one without a cause', async () => {
    const journal = await Journal.create(null, RUN);
    await journal.append(BEFORE);
    const sent = { notes: 'x'.repeat(MAX_LINE_BYTES) };

    await expect(journal.append({ ...WRITE, sent })).rejects.toMatchObject({ blockedBy: 'limit' });
    await expect(journal.append({ ...WRITE, ids: ['u-2'] })).rejects.toMatchObject({ blockedBy: null });
  });

  it('with nothing to undo does not prevent a run', async () => {
    const path = folder();
    writeFileSync(join(path, 'journal-a.jsonl'), linesOf(RUN));
    writeFileSync(join(path, 'journal-b.jsonl'), linesOf(RUN, BEFORE, WRITE, SETTLED));
    writeFileSync(join(path, 'journal-c.jsonl'), linesOf(RUN, BEFORE, WRITE));

    expect((await unfinishedIn(path)).map((one) => one.path)).toEqual([join(path, 'journal-c.jsonl')]);
    expect(await unfinishedIn(join(path, 'none'))).toEqual([]);
  });
});
