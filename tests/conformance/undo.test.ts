import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { undo } from '../../conformance/undo.js';
import { UsageError } from '../../engine/target/usage-error.js';
import { Journal } from '../../engine/writes/journal.js';
import type { RunEntry } from '../../engine/writes/journal-entry.js';
import { linesOf, RUN } from '../engine/writes/journal-lines.js';
import { digestOf, served } from '../engine/writes/run-rules.js';

/** Two users of a reference with one field each changed by a run, and the journal of that run. */
async function changed() {
  const { reference, target } = await served();
  onTestFinished(() => reference.close());
  const { users } = reference.tenant;
  const records = users.records.filter(({ isOnline }) => isOnline === false).slice(0, 2);
  const before = digestOf(reference);
  const entries = records.flatMap(({ id, isOnline, isInReview, isQualified }, index) => {
    const n = index + 1;
    const sent = { isOnline: true };
    return [
      { type: 'before', kind: 'user', id, fields: { isOnline, isInReview, isQualified } },
      { type: 'write', n, operation: 'updateUser', kind: 'user', ids: [id], sent },
      { type: 'answer', n, status: 200 },
    ];
  });
  const run: RunEntry = { ...RUN, baseUrl: target.baseUrl, consistencyWindowMs: 1 };
  /** Applies the changes of the run to the records. */
  const change = (which: readonly string[], isOnline = true) => {
    for (const record of records) if (which.includes(record.id)) users.replace({ ...record, isOnline });
  };
  const ids = records.map(({ id }) => id);
  return { reference, target, entries, run, ids, change, before, isAsBefore: () => digestOf(reference) === before };
}

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'journal.jsonl'), text);
  return join(folder, 'journal.jsonl');
}

const refusal = (file: string, options: Parameters<typeof undo>[1]) =>
  undo(file, options).then(
    () => null,
    (error: unknown) => error as UsageError,
  );

describe('undo', () => {
  it('restores a record that a bulk update changed only after the run had restored it', async () => {
    const { target, entries, run, ids, change, isAsBefore } = await changed();
    const [first = ''] = ids;
    const [before] = entries;
    const bulk = { type: 'write', n: 1, operation: 'bulkUpdateUsers', kind: 'user', ids: [first] };
    const lines = [
      ...[run, before, { ...bulk, sent: { isOnline: true } }],
      { type: 'answer', n: 1, status: 202, task: '00000000-0000-4000-8000-000000000001' },
      { type: 'settled', kind: 'user', id: first, how: 'restored' },
    ];
    const file = fileOf(lines.map((entry) => linesOf(entry)).join(''));
    change([first]);

    expect(await undo(file, target)).toMatchObject({ records: 1, unended: 0, left: [], again: null });
    expect(isAsBefore()).toBe(true);
    expect(existsSync(file)).toBe(false);
  });

  it('does not count a record as restored that only a removal names, and that it just compares', async () => {
    const { target, entries, run } = await changed();
    const [before] = entries;
    const compared = { ...entries[1], sent: {}, wide: true };
    const file = fileOf([run, before, compared, entries[2]].map((entry) => linesOf(entry)).join(''));

    expect(await undo(file, target)).toMatchObject({ records: 0, left: [], again: null });
    expect(existsSync(file)).toBe(false);
  });

  it('restores the records of all complete lines of a truncated journal and then removes it', async () => {
    const { target, entries, run, ids, change, isAsBefore } = await changed();
    const [first = '', second = ''] = ids;
    const settled = { type: 'settled', kind: 'user', id: first, how: 'restored' };
    const lines = [run, ...entries.slice(0, 3), settled, ...entries.slice(3)].map((entry) => linesOf(entry));
    const text = lines.join('');
    /** Where a line ends, without its line break. */
    const endOf = (line: number) => lines.slice(0, line + 1).join('').length - 1;
    const ends = lines.map((_line, index) => endOf(index));
    // Each place around the end of a line, and some within the lines, where a cut leaves what is not JSON.
    const cuts = Array.from({ length: text.length + 1 }, (_unused, cut) => cut).filter(
      (cut) => cut % 7 === 0 || cut === text.length || ends.some((end) => Math.abs(end - cut) <= 3),
    );
    for (const cut of cuts) {
      const file = fileOf(text.slice(0, cut));
      // A write is sent once its line is on disk; what its record is after it was restored is the first state again.
      change([...(cut >= endOf(2) && cut < endOf(4) ? [first] : []), ...(cut >= endOf(6) ? [second] : [])]);

      if (cut <= endOf(0)) {
        expect(await refusal(file, target), `cut at ${cut}`).toBeInstanceOf(UsageError);
        expect(readFileSync(file, 'utf8')).toBe(text.slice(0, cut));
        continue;
      }
      const undone = await undo(file, target);

      expect(undone.left, `cut at ${cut}`).toEqual([]);
      expect(isAsBefore(), `cut at ${cut}`).toBe(true);
      expect(readdirSync(dirname(file))).toEqual([]);
    }
  });

  it('does not touch a journal that is in use', async () => {
    const { target, entries, run, ids, change } = await changed();
    const file = join(dirname(fileOf('')), 'own.jsonl');
    const journal = await Journal.create(file, run);
    onTestFinished(() => journal.close());
    // This includes the start of a run, before its first write.
    expect(await refusal(file, target)).toMatchObject({ message: `${file} is in use by process ${process.pid}` });
    await journal.append(...(entries as never[]));
    change(ids);
    const text = readFileSync(file, 'utf8');

    expect(await refusal(file, target)).toMatchObject({ message: `${file} is in use by process ${process.pid}` });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it.each([
    ['another host', { baseUrl: 'http://127.0.0.1:1' }, {}, 'but the base URL given is http://127.0.0.1:1'],
    ['another path', { path: '/v2' }, {}, 'but the base URL given is'],
    [
      'another binding',
      {},
      { bindings: { updateUser: 'abc' } },
      'belongs to a run with a different binding of updateUser',
    ],
    [
      'no binding',
      { bindings: { updateUser: 'PATCH /x/{userId}' } },
      {},
      'belongs to a run with a different binding of updateUser',
    ],
    [
      'another scope',
      { bulkScope: 'Listed' },
      {},
      'belongs to a run with --bulk-scope "Only", but the scope given is "Listed"',
    ],
    [
      'another scope',
      { bulkScope: 'Listed' },
      {},
      'belongs to a run with --bulk-scope "Only", but the scope given is "Listed"',
    ],
  ])('refuses %s than the run had', async (_what, { path = '', ...given }: Record<string, unknown>, noted, message) => {
    const { target, entries, run, ids, change, before, reference } = await changed();
    change(ids);
    const file = fileOf(linesOf({ ...run, ...noted }, ...entries));
    const text = readFileSync(file, 'utf8');
    const baseUrl = `${target.baseUrl}${path}`;

    const error = await refusal(file, { ...target, baseUrl, ...given });

    expect(error).toBeInstanceOf(UsageError);
    expect(error?.message).toContain(message);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(readdirSync(dirname(file))).toEqual(['journal.jsonl']);
    expect(digestOf(reference)).not.toBe(before);
  });

  it('accepts an equivalent spelling of the base URL', async () => {
    const { target, entries, run, ids, change, isAsBefore } = await changed();
    change(ids);
    const file = fileOf(linesOf(run, ...entries));

    await undo(file, { ...target, baseUrl: `${target.baseUrl.replace('http', 'HTTP')}//` });

    expect(isAsBefore()).toBe(true);
  });

  it('sends nothing to a host that only the journal names unless the user confirms it', async () => {
    const seen: unknown[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { entries, run } = await changed();
    const file = fileOf(linesOf({ ...run, baseUrl }, ...entries));
    const asked: string[] = [];
    const no = async (question: string) => {
      asked.push(question);
      return false;
    };

    for (const credential of [{ token: 's3cret' }, { headers: { 'x-key': 's3cret' } }]) {
      expect(await refusal(file, credential)).toMatchObject({
        message: `${file} names the host ${new URL(baseUrl).host}, and your credentials are only sent to a base URL that you give or confirm`,
        hint: expect.stringContaining(`touchstone undo ${file} --base-url ${baseUrl}`),
      });
      expect(await refusal(file, { ...credential, confirm: no })).toBeInstanceOf(UsageError);
    }
    expect(seen).toEqual([]);
    expect(asked[0]).toContain(`to ${new URL(baseUrl).host} (${baseUrl})`);

    expect((await undo(file, { token: 's3cret', confirm: async () => true })).left).toHaveLength(2);
    expect(new Set(seen)).toEqual(new Set(['Bearer s3cret']));
    expect(existsSync(file)).toBe(true);
  });

  it('stops at the first read if the target rejects the credential, and leaves the journal as it is', async () => {
    const { target, entries, run, isAsBefore, ids, change } = await changed();
    change(ids);
    const file = fileOf(linesOf(run, ...entries));
    const before = readFileSync(file, 'utf8');

    expect(await refusal(file, { ...target, token: 'not-the-token' })).toMatchObject({
      message: `the target ${target.baseUrl} rejects the credential: it returns 401`,
      hint: expect.stringMatching(
        /^Nothing was changed, and the journal is kept\. Give a valid one with TOUCHSTONE_TOKEN/,
      ),
    });

    expect(readFileSync(file, 'utf8')).toBe(before);
    expect((await undo(file, target)).left).toEqual([]);
    expect([isAsBefore(), existsSync(file)]).toEqual([true, false]);
  });

  it('sends requests to localhost without a prompt if there are no credentials, and to no other host', async () => {
    const { entries, run } = await changed();
    const local = fileOf(linesOf(run, ...entries));
    const remote = fileOf(linesOf({ ...run, baseUrl: 'https://target.example' }, ...entries));

    expect((await refusal(local, {}))?.message).toMatch(/ needs a credential, and none was given: it returns 401$/);
    expect((await refusal(remote, {}))?.message).toContain('requests are only sent to a base URL that you give');
  });

  it('does not restore what another client may have changed until the user forces it, and reports both values', async () => {
    const { reference, target, entries, run, ids, change, isAsBefore } = await changed();
    const [first = '', second = ''] = ids;
    change([first]);
    // The value before the run was false and the run wrote true: this is neither.
    const { users } = reference.tenant;
    const record = users.records.find(({ id }) => id === second);
    users.replace({ ...record, isInReview: record?.isInReview !== true } as never);
    const file = fileOf(linesOf(run, ...entries));

    const undone = await undo(file, target);
    expect(undone.left).toMatchObject([
      {
        id: second,
        fields: [{ name: 'isInReview', was: `${record?.isInReview}`, is: `${record?.isInReview !== true}` }],
      },
    ]);
    expect(undone.again).toBe(`touchstone undo ${file} --base-url ${target.baseUrl}`);
    expect(existsSync(file)).toBe(true);

    expect(await refusal(file, { ...target, force: [first] })).toMatchObject({
      message: `${file} has no unrestored record "${first}"`,
    });
    expect((await undo(file, { ...target, force: [second] })).left).toEqual([]);
    expect(isAsBefore()).toBe(true);
    expect(existsSync(file)).toBe(false);
  });

  it('limits the waits that a journal names', async () => {
    const { target, entries, run, isAsBefore } = await changed();
    const long = { ...run, consistencyWindowMs: 2 ** 31 - 1, taskTimeoutMs: 2 ** 31 - 1 };
    const ended = { type: 'ended', n: 1, afterMs: 2 ** 31 };
    const file = fileOf(linesOf(long, ...entries.slice(0, 2), ended, ...entries.slice(3, 5)));
    const options = { ...target, consistencyWindowMs: 50, taskTimeoutMs: 50 };

    expect((await undo(file, options)).left).toEqual([]);
    expect(isAsBefore()).toBe(true);
  });

  it('removes a journal whose records are all restored, without a request', async () => {
    const { entries, run, ids } = await changed();
    const settled = ids.map((id) => ({ type: 'settled', kind: 'user', id, how: 'restored' }));
    const file = fileOf(linesOf({ ...run, baseUrl: 'https://target.example' }, ...entries, ...settled));

    expect(await undo(file, { token: 's3cret' })).toMatchObject({ records: 0, left: [], again: null });
    expect(existsSync(file)).toBe(false);
  });
});
