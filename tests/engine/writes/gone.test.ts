import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { goneOf } from '../../../engine/writes/gone.js';
import type { Hook } from '../../../reference/index.js';
import { Refusal } from '../../../reference/refusal.js';
import { ruleOf, runRules, served } from './run-rules.js';

const missed = (status: number, ...ids: string[]) =>
  ids.map((id) => ({ id, found: { fields: null, summary: `${status}`, status, isBroken: false } }));
/** What is left of the records a to e, of which the first three are named by writes. */
const left = (...ids: string[]) => ({
  listed: new Set(ids),
  first: ['a', 'b', 'c', 'd'],
  isNamed: (id: string) => ['a', 'b', 'c'].includes(id),
});

describe('records that do not exist any more', () => {
  it('are those that neither a read nor the list shows', () => {
    expect(goneOf(missed(404, 'a'), left('b', 'c', 'd'))).toEqual(['a']);
    expect(goneOf(missed(400, 'a', 'b'), left('b', 'c', 'd'))).toEqual(['a']);
  });

  it('are none if the list cannot be read, or a read fails for another reason', () => {
    expect(goneOf(missed(404, 'a'), left())).toEqual([]);
    expect(goneOf(missed(500, 'a'), left('b', 'c', 'd'))).toEqual([]);
    expect(goneOf(missed(403, 'a'), left('b', 'c', 'd'))).toEqual([]);
  });

  it('are none if several that writes name are gone, and no other record', () => {
    const lost = missed(404, 'a', 'b', 'c');

    expect(goneOf(lost, left('d'))).toEqual([]);
    expect(goneOf(lost, left('x'))).toEqual(['a', 'b', 'c']);
    expect(goneOf([...lost, ...missed(404, 'e')], left('d'))).toEqual(['a', 'b', 'c', 'e']);
  });
});

/** Users do not exist any more once they were updated, so many of them. */
const removing =
  (most: number, gone: Set<unknown>): Hook =>
  (steps) => ({
    find: (kind, id, context) => {
      if (gone.has(id)) throw new Refusal(404, 'there is no such user');
      return steps.find(kind, id, context);
    },
    collect: (context) => steps.collect(context).filter(({ id }) => !gone.has(id)),
    save: (record, context) => {
      steps.save(record, context);
      if (gone.size < most) gone.add(record.id);
    },
  });

const writes = ruleOf(
  'writes',
  async (context) => {
    for (const record of context.records)
      await context.send({ record, body: context.patchFor(record, { isOnline: record.before.isOnline !== true }) });
  },
  { records: 4 },
);

async function run(most: number) {
  const gone = new Set<unknown>();
  const { reference, target } = await served({ hooks: [removing(most, gone)] });
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-'));
  onTestFinished(async () => {
    await reference.close();
    await rm(folder, { recursive: true });
  });
  const journal = join(folder, 'journal.jsonl');
  const { restoration } = await runRules(target, { updateUser: [writes] }, { consistencyWindowMs: 60, journal });
  return { journal, restoration, gone: [...gone] };
}

it('leaves nothing to restore of a user whom another client deletes, but in the journal', async () => {
  const { journal, restoration, gone } = await run(1);

  expect(restoration).toMatchObject({ left: [], gone: 1, journal });
  expect(restoration?.touched).not.toContain(`user ${gone[0]}`);
});

it('reports users who are gone because the target removes them with an update', async () => {
  const { restoration } = await run(4);

  expect(restoration?.gone).toBe(0);
  expect(restoration?.left.length).toBeGreaterThanOrEqual(3);
});
