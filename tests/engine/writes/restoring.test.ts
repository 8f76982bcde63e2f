import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Hook } from '../../../reference/behaviour.js';
import type { Reference } from '../../../reference/index.js';
import { variants } from '../../../reference/variants/index.js';
import { laggingReads, oneBulkAtATime, takesNoBulk, takesOnly } from './hooks.js';
import { digestOf, ruleOf, runRules, served, tenant } from './run-rules.js';

const open: Reference[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((reference) => reference.close()));
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'touchstone-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function start(...options: Parameters<typeof served>) {
  const made = await served(...options);
  open.push(made.reference);
  return { ...made, before: digestOf(made.reference) };
}

const flip = ruleOf('flip', async (context) => {
  const { record } = context;
  const isOnline = record.before.isOnline !== true;
  const answer = await context.send({ record, body: context.patchFor(record, { isOnline }) });
  const { held } = await context.until(
    () => context.read(record),
    (now) => now.isOnline === isOnline,
  );
  if (!held)
    context.report(answer, { at: '/isOnline', expected: `${isOnline}`, actual: !isOnline, message: 'no effect' });
});

describe('what a rule has written', () => {
  it('is restored when the rule ends', async () => {
    const { reference, target, before } = await start();

    const { results, restoration } = await runRules(target, { updateUser: [flip] });

    expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([['pass', null]]);
    expect(restoration?.touched).toHaveLength(1);
    expect(restoration?.left).toEqual([]);
    expect(digestOf(reference)).toBe(before);
  });

  it('is restored when the rule ends, if a record spells its id otherwise than the list', async () => {
    const { reference, target, before } = await start({
      hooks: variants.find(({ id }) => id === 'ids-are-in-upper-case-in-the-details')?.hooks ?? [],
    });
    const digests: string[] = [];
    const flipTwice = ruleOf('flip-twice', async (context) => {
      digests.push(digestOf(reference));
      await flip.write(context);
      context.report(context.record.answer, { at: '', expected: 'a re-run', actual: '', message: 'it is repeated' });
    });

    await runRules(target, { updateUser: [flipTwice] });

    expect(digests).toEqual([before, before]);
  });

  it('is restored when the rule throws, even while its bulk update is still running', async () => {
    const { reference, target, before } = await start({ taskDurationMs: 400 });
    const begun = ruleOf(
      'begun',
      async (context) => {
        const ids = context.records.map(({ id }) => id);
        await context.send({ body: { scope: context.listedScope, ids, body: { onlineOnly: true, review: true } } });
        throw new Error('a mistake in a rule');
      },
      { records: 3 },
    );

    const { results, restoration } = await runRules(target, { bulkUpdateUsers: [begun] });

    expect(results[0]).toMatchObject({ outcome: 'error', reason: 'internal error in touchstone: a mistake in a rule' });
    expect(restoration?.left).toEqual([]);
    expect(digestOf(reference)).toBe(before);
  });
});

describe('a change of another client', () => {
  it('is reported and kept, while the changes of the run are restored', async () => {
    const { reference, target } = await start();
    let id = '';
    const meddled = ruleOf('meddled', async (context) => {
      const { record } = context;
      id = record.id;
      await context.send({
        record,
        body: context.patchFor(record, { notes: 'of the run', sanctioned: true, singleSignOn: true }),
      });
      const { applications } = reference.tenant;
      const own = applications.get(id);
      if (own !== undefined) applications.replace({ ...own, notes: 'of a colleague' });
    });

    const { results, restoration } = await runRules(target, { updateApplication: [meddled] });

    expect(results[0]?.outcome).toBe('pass');
    expect(restoration?.left).toMatchObject([
      { kind: 'application', id, reason: 'another client has changed it since, so it is left as it is', request: null },
    ]);
    expect(Object.keys(restoration?.left[0]?.fields ?? {})).toEqual(['notes']);
    const original = tenant.applications.get(id);
    expect(reference.tenant.applications.get(id)).toEqual({ ...original, notes: 'of a colleague' });
  });
});

describe('a target that shows a write later', () => {
  it('is waited for, and has its original values in the end', async () => {
    const { reference, target, before } = await start({ hooks: [laggingReads(120)] });

    const { results, restoration } = await runRules(target, { updateUser: [flip] }, { consistencyWindowMs: 2000 });

    expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([['pass', null]]);
    expect(results[0]?.observed.map(({ value }) => value)).toEqual([
      expect.stringMatching(/^a read shows a write \d+ ms later$/),
    ]);
    expect(restoration?.left).toEqual([]);
    expect(digestOf(reference)).toBe(before);
  });
});

const onlyOn = takesOnly((patch) => patch.isOnline === true);
const turnOn = ruleOf(
  'turn-on',
  async (context) => {
    const record =
      context.records.find(({ before }) => before.isOnline === false) ?? context.inconclusive('all are on');
    await context.send({ record, body: context.patchFor(record, { isOnline: true }) });
  },
  { records: 8, unproven: true },
);

describe('a record that cannot be restored', () => {
  it('by an update is restored by a bulk update, when only flags differ', async () => {
    const { reference, target, before } = await start({ hooks: [onlyOn] });

    const { restoration } = await runRules(target, { updateUser: [turnOn] });

    expect(restoration).toMatchObject({ touched: [expect.anything()], left: [] });
    expect(digestOf(reference)).toBe(before);
  });

  it('waits for its turn when a target accepts one bulk update at a time', async () => {
    const { reference, target, before } = await start({ taskDurationMs: 90, hooks: [onlyOn, oneBulkAtATime(110)] });
    const turnAllOn = ruleOf(
      'turn-all-on',
      async (context) => {
        for (const record of context.records) {
          await context.send({ record, body: context.patchFor(record, { isOnline: true }) });
        }
      },
      { records: 16, unproven: true },
    );

    const { restoration } = await runRules(target, { updateUser: [turnAllOn] });

    expect(restoration?.left).toEqual([]);
    expect(digestOf(reference)).toBe(before);
  });

  it('is reported with its differences and the request that would restore it, and the journal stays', async () => {
    const { target } = await start({ hooks: [onlyOn, takesNoBulk] });
    const journal = join(folder(), 'journal.jsonl');

    const { restoration } = await runRules(target, { updateUser: [turnOn] }, { journal });

    const [left] = restoration?.left ?? [];
    expect(left).toMatchObject({ kind: 'user', fields: { isOnline: { was: false, is: true } } });
    expect(left?.reason).toBe('the target returned 400');
    expect(left?.request).toMatchObject({ method: 'PATCH', url: expect.stringContaining(left?.id ?? '-') });
    expect(JSON.parse(left?.request?.body ?? '')).toMatchObject({ isOnline: false });
    expect(restoration?.journal).toBe(journal);
    expect(readFileSync(journal, 'utf8')).not.toContain(target.token);
  });

  it('is not written to by a rule that does not test exactly that', async () => {
    const { reference, target, before } = await start({ hooks: [takesOnly(() => false)] });

    const { results } = await runRules(target, { updateUser: [flip] });

    expect(results[0]).toMatchObject({
      outcome: 'inconclusive',
      reason: expect.stringContaining('rejects the values that a record already has'),
    });
    expect(digestOf(reference)).toBe(before);
  });

  it('is not written to either if the target accepts its values and stores others', async () => {
    const inverted: Hook = (steps) => ({
      applyPatch: (record, ...given) => ({ ...steps.applyPatch(record, ...given), isOnline: record.isOnline !== true }),
    });
    const { target } = await start({ hooks: [inverted] });

    const { results } = await runRules(target, { updateUser: [flip] });

    expect(results[0]).toMatchObject({
      outcome: 'inconclusive',
      reason: expect.stringContaining('does not keep the values that a record already has (200'),
    });
  });
});
