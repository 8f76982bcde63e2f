import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UsageError } from '../../../engine/target/usage-error.js';
import { Journal } from '../../../engine/writes/journal.js';
import { MAX_JOURNAL_BYTES, MAX_LINE_BYTES, readJournal } from '../../../engine/writes/read-journal.js';
import { BEFORE, linesOf, RUN, SETTLED, WRITE } from './journal-lines.js';

const ANSWER = { type: 'answer', n: 1, status: 200 } as const;

/** A file with a text, last changed long ago. */
function fileOf(text: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'journal.jsonl');
  writeFileSync(path, text);
  utimesSync(path, 1000, 1000);
  return path;
}

const raw = (text: string) => `${linesOf(RUN, BEFORE)}${text}\n`;

it('a journal that is read without values says which records are restored, and keeps no value', async () => {
  const answer = { ...ANSWER, fields: { isOnline: true } };
  const other = { ...BEFORE, id: 'u-2' };
  const lines = [RUN, BEFORE, other, WRITE, answer, { ...WRITE, n: 2, ids: ['u-2'] }];
  const path = fileOf(linesOf(...lines, SETTLED));

  const [whole, bare] = [await readJournal(path), await readJournal(path, { values: false })];

  const unrestored = ({ state }: typeof bare) => state.unrestored().map(({ id }) => id);
  expect(unrestored(bare)).toEqual(unrestored(whole));
  expect(unrestored(bare)).toEqual(['u-2']);
  expect(bare).toMatchObject({ run: whole.run, length: whole.length });
  expect(JSON.stringify(whole.state.reached())).toContain('isOnline');
  expect(JSON.stringify(bare.state.reached())).not.toContain('isOnline');
});

describe('a file that is no journal', () => {
  it.each([
    ['an empty file', '', 'is empty'],
    ['a note', 'remember the milk\n', 'is not a touchstone journal'],
    ['a note without a line break', 'remember the milk', 'has no complete line of a journal'],
    ['a run report', '{"format":"touchstone.run-report/2"}\n', 'is not a touchstone journal'],
    ['a run report in many lines', '{\n  "format": "touchstone.run-report/2"\n}\n', 'is not a touchstone journal'],
    [
      'a journal of another version',
      linesOf({ ...RUN, format: 'touchstone.journal/1' }),
      'format touchstone.journal/1',
    ],
    ['a journal without its first line', linesOf(BEFORE, WRITE), 'is not a touchstone journal'],
    ['the beginning of a first line', linesOf(RUN).slice(0, 90), 'has no complete line of a journal'],
    ['null', 'null\n', 'is not a touchstone journal'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x0a]), 'is not a touchstone journal'],
    ['a whole first line without a line break', linesOf(RUN).trimEnd(), 'has no complete line of a journal'],
    [
      'an entry of another kind with its format',
      linesOf({ ...BEFORE, format: RUN.format }),
      'is not a touchstone journal',
    ],
    ['a number as its format', linesOf({ ...RUN, format: 5 }), 'is not a touchstone journal'],
    [
      'a journal of a version with a long name',
      linesOf({ ...RUN, format: `touchstone.journal/${'9'.repeat(99)}` }),
      'format touchstone.journal/9{21}, and',
    ],
    ['a line that is no JSON', raw('{"type"'), 'line 3 of the journal .* it is not JSON'],
    ['an empty line', raw(''), 'line 3 of the journal .* it is not JSON'],
    [
      'a line that is no UTF-8',
      Buffer.concat([Buffer.from(linesOf(RUN, BEFORE)), Buffer.from('7b7d80220a', 'hex')]),
      'line 3 of the journal .* it is not JSON',
    ],
    ['a line with a byte order mark', raw('\ufeff{"type":"finished"}'), 'line 3 of the journal .* it is not JSON'],
    ['an unknown kind of entry', raw('{"type":"dance"}'), '/type is not a known type of entry'],
    ['a kind of entry named as a prototype', raw('{"type":"__proto__"}'), '/type is not a known type of entry'],
    ['a list', raw('[]'), 'line 3'],
    ['a number', raw('5'), 'line 3'],
    ['an entry in an entry', raw(JSON.stringify({ type: BEFORE })), 'line 3'],
    ['an unknown member', raw(JSON.stringify({ ...BEFORE, url: 'http://x' })), '/url is not known'],
    ['a member named as the prototype', raw('{"type":"finished","__proto__":{"a":1}}'), '/__proto__ is not known'],
    ['a missing member', raw('{"type":"before","kind":"user","fields":{}}'), '/id is missing'],
    ['a number as an id', raw(JSON.stringify({ ...BEFORE, id: 7 })), '/id is no string'],
    ['a count that is too large', raw(JSON.stringify({ ...WRITE, n: 1e12 })), '/n has an invalid value'],
    ['a count that is left out', raw(JSON.stringify({ ...WRITE, n: 2 })), 'write 2 after write 0'],
    ['a write twice', raw(`${JSON.stringify(WRITE)}\n${JSON.stringify(WRITE)}`), 'line 4 .*write 1 after write 1'],
    [
      'an unknown kind of record',
      raw(JSON.stringify({ ...BEFORE, kind: 'constructor' })),
      'unknown kind of record constructor',
    ],
    [
      'an operation that does not update',
      raw(JSON.stringify({ ...WRITE, operation: 'deleteSubscriptionUsers' })),
      'the operation delete',
    ],
    [
      'an operation of another kind',
      raw(JSON.stringify({ ...WRITE, operation: 'updateApplication' })),
      'the operation update',
    ],
    ['a method and a path', raw(JSON.stringify({ ...WRITE, operation: 'DELETE /api/x' })), 'the operation DELETE'],
    [
      'a refreshed field that copies nothing',
      raw('{"type":"refreshed","kind":"user","id":"u-1","fields":{"isOnline":true}}'),
      'the field isOnline, which copies',
    ],
    [
      'a refreshed record that is unknown',
      raw('{"type":"refreshed","kind":"user","id":"u-2","fields":{}}'),
      'a record that no entry before it describes',
    ],
    ['a field that no update changes', raw(JSON.stringify({ ...BEFORE, fields: { email: 'x' } })), 'the field email'],
    [
      'a field named as the prototype',
      raw('{"type":"before","kind":"user","id":"u-1","fields":{"__proto__":1}}'),
      'the field __proto__',
    ],
    [
      'a value that nests deeply',
      raw(`{"type":"before","kind":"user","id":"u-1","fields":{"isOnline":${'['.repeat(5000)}${']'.repeat(5000)}}}`),
      'nests deeper',
    ],
    ['a write to a record that was not read', raw(JSON.stringify({ ...WRITE, ids: ['u-2'] })), 'the record u-2'],
    ['an answer without a write', raw(JSON.stringify(ANSWER)), 'the answer to 1, which awaits none'],
    ['an answer twice', raw(linesOf(WRITE, ANSWER, ANSWER).trimEnd()), 'line 5 .*awaits none'],
    ['the end of no write', raw('{"type":"ended","n":3,"afterMs":1}'), 'the end of 3'],
    [
      'the end of a record that was not read',
      raw(JSON.stringify({ ...SETTLED, id: 'u-9' })),
      'that no entry before it',
    ],
    ['a second run', raw(JSON.stringify(RUN)), 'a second run'],
    [
      'a line after the last one',
      raw(`{"type":"finished"}\n${JSON.stringify(SETTLED)}`),
      'an entry after the last one',
    ],
  ])('is rejected and stays unchanged: %s', async (_what, text, expected) => {
    const path = fileOf(text);
    const before = readFileSync(path);

    const refused = await Journal.resume(path, async () => undefined).catch((error: unknown) => error);

    expect(refused).toBeInstanceOf(UsageError);
    expect((refused as Error).message).toMatch(new RegExp(expected));
    expect(readFileSync(path)).toEqual(before);
    expect(statSync(path).mtimeMs).toBe(1_000_000);
  });

  it.each(['..', '.', '', '\ud800'])('is refused where it names the record %j', async (id) => {
    const path = fileOf(raw(JSON.stringify({ ...BEFORE, id })));

    await expect(readJournal(path)).rejects.toThrow(/line 3/);
  });

  it.each(['a/b', '../x', '?', '#', '%2e%2e', '%2F', ' ', '名'])(
    'may name the record %j, which a path encodes',
    async (id) => {
      const path = fileOf(raw(JSON.stringify({ ...BEFORE, id })));

      expect((await readJournal(path)).state.knows('user', id)).toBe(true);
    },
  );

  it('is rejected without a read if it is a folder, missing, or too large', async () => {
    const path = fileOf('');
    await expect(readJournal(join(path, '..'))).rejects.toThrow('is not a regular file');
    await expect(readJournal(`${path}.gone`)).rejects.toThrow('there is no such file');
    await expect(readJournal(join(path, 'inside'))).rejects.toThrow('ENOTDIR');
    truncateSync(path, MAX_JOURNAL_BYTES + 1);
    await expect(readJournal(path)).rejects.toThrow('is larger than 256 MB');
  });

  it('is refused at a line that is too long, without the rest being read', async () => {
    const path = fileOf(linesOf(RUN));
    truncateSync(path, linesOf(RUN).length + MAX_LINE_BYTES + 10);

    await expect(readJournal(path)).rejects.toThrow(/^line 2 of the journal .* it is longer than 8 MB$/);
  });
});

describe('a journal whose last line has no line break', () => {
  const whole = linesOf(RUN, BEFORE);

  it.each([
    ['a part of a write, which was never sent', JSON.stringify(WRITE).slice(0, -1), 0, whole],
    ['a whole write, which may have been sent', JSON.stringify(WRITE), 1, linesOf(RUN, BEFORE, WRITE)],
    ['a whole entry that is wrong, which no run has acted on', JSON.stringify({ ...WRITE, n: 5 }), 0, whole],
    ['zeros, as a power cut leaves them', '\0'.repeat(100), 0, whole],
  ])('counts %s', async (_what, tail, writes, rest) => {
    const path = fileOf(whole + tail);

    const { journal } = await Journal.resume(path, async () => undefined);
    expect(journal.state.writes).toBe(writes);
    await journal.append({ ...WRITE, n: writes + 1 });
    await journal.close();

    expect(readFileSync(path, 'utf8')).toBe(rest + linesOf({ ...WRITE, n: writes + 1 }));
  });
});
