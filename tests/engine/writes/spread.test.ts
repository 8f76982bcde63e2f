import { describe, expect, it, onTestFinished } from 'vitest';
import type { Fields } from '../../../engine/writes/record-fields.js';
import { flags, inVirtualTime, kind, memoryRun, virtualClock } from './memory-run.js';
import { digestOf, ruleOf, runRules, served } from './run-rules.js';
import type { Choices } from './simulation/choices.js';

const online = { ...flags, isOnline: true };

/** A run that has set the first user online, on a target whose writes are known to change other users. */
async function spreading(fixtures: Readonly<Record<string, string>> = {}, given: Partial<Choices> = {}) {
  const run = await memoryRun(given, fixtures);
  const { journal, coordinator, target } = run;
  const [id = '', other = ''] = run.ids;
  const claim = { count: 1, fresh: false, unproven: true, flagsOnly: false };
  await inVirtualTime(coordinator.pool(kind).claim(claim));
  coordinator.spread.record(kind.id);
  const write = (n: number, before: Fields = flags) => {
    journal.note(
      { type: 'before', kind: kind.id, id, fields: before },
      { type: 'write', n, operation: kind.update, kind: kind.id, ids: [id], sent: online },
      { type: 'answer', n, status: 200 },
    );
    target.change(id, online);
  };
  const settle = async () => {
    await inVirtualTime(coordinator.settlement.settleAll());
    return coordinator.settlement.left;
  };
  const user = (wanted: string) => target.users.find((one) => one.id === wanted);
  return { ...run, id, other, write, settle, user };
}

describe('a target whose writes change other records', () => {
  virtualClock();

  describe.each([
    ['without fixtures', false],
    ['with fixtures, for which the list is not read to choose records', true],
  ])('%s', (_what, hasFixtures) => {
    async function start() {
      const ids = hasFixtures ? (await memoryRun()).ids : [];
      return spreading(hasFixtures ? { writableUserIds: ids[0] ?? '' } : {});
    }

    it('a flag that another client may have changed stays, and is reported and in the journal', async () => {
      const { write, target, other, settle, user, journal, id } = await start();
      write(journal.nextWrite());
      target.change(other, { isOnline: true });

      const left = await settle();

      expect(left).toMatchObject([
        {
          id: other,
          fields: { isOnline: { was: false, is: true } },
          reason: expect.stringContaining('--force-record'),
        },
      ]);
      expect(user(other)).toMatchObject(online);
      expect(user(id)).toMatchObject(flags);
      expect(journal.state.unrestored().map((one) => one.id)).toEqual([other]);
      expect(journal.state.touched().map((one) => one.id)).not.toContain(other);
    });
  });

  it('a flag that was changed between the first read and the claim stays, and is reported', async () => {
    const { journal, target, other, settle, user, write } = await spreading();
    write(journal.nextWrite());
    target.change(other, { isOnline: true });
    const n = journal.nextWrite();
    journal.note(
      { type: 'before', kind: kind.id, id: other, fields: online },
      { type: 'write', n, operation: kind.update, kind: kind.id, ids: [other], sent: flags },
      { type: 'answer', n, status: 200 },
    );
    target.change(other, flags);

    const left = await settle();

    expect(left).toMatchObject([
      { id: other, fields: { isOnline: { was: false, is: true } }, reason: expect.stringContaining('another client') },
    ]);
    expect(user(other)).toMatchObject(online);
    expect(journal.state.unrestored().map((one) => one.id)).toEqual([other]);
  });

  it('is found by reads of the records where their list cannot be read', async () => {
    const { write, target, other, settle, journal, disturb } = await spreading();
    write(journal.nextWrite());
    target.change(other, { isOnline: true });
    disturb.by = ({ path }) => (path.includes('/users?') ? 500 : null);

    const left = await settle();

    expect(left.map((one) => [one.id, one.fields])).toEqual([[other, { isOnline: { was: false, is: true } }]]);
  });

  it('a value that the run never sent stays, and is not reported twice', async () => {
    const { journal, target, id, settle, user, write } = await spreading();
    write(journal.nextWrite());
    target.change(id, { isQualified: true });

    const left = await settle();

    expect(left.map((one) => [one.id, one.reason])).toEqual([
      [id, 'another client has changed it since, so it is left as it is'],
    ]);
    expect(user(id)).toMatchObject({ ...flags, isQualified: true });
  });
});

const isWhole = (record: object) => Object.values(record).every((value) => value !== null);

/** An update of an application that stores its description in another one too, and a rule that fails for it. */
async function run(spreads: boolean) {
  const { reference, target } = await served({
    hooks: [
      (steps) => ({
        save(record, context) {
          steps.save(record, context);
          const last = context.tenant.applications.records.filter(isWhole).at(-1);
          const { description } = record;
          if (last !== undefined && description === 'made up by the run') steps.save({ ...last, description }, context);
        },
      }),
    ],
  });
  onTestFinished(() => reference.close());
  const before = digestOf(reference);
  const rule = ruleOf('spreads', async (context) => {
    const { record } = context;
    const body = { ...context.patchFor(record), description: 'made up by the run' };
    const answer = await context.send({ record, body });
    const found = { at: '/items/*', expected: 'no change', actual: 'a change', message: 'it changed another one' };
    context.report(answer, { ...found, ...(spreads && { spreads: 'application' }) });
  });
  const outcome = await runRules(target, { updateApplication: [rule] });
  return { outcome, before, after: () => digestOf(reference) };
}

it('restores a text that only the run can have set, once a failure shows that writes change other records', async () => {
  const { outcome, before, after } = await run(true);

  expect(outcome.results[0]?.outcome).toBe('fail');
  expect(outcome.restoration?.left).toEqual([]);
  expect(after()).toBe(before);
});

it('leaves records alone after a failure at the records of a list that shows nothing of the kind', async () => {
  const { outcome, before, after } = await run(false);

  expect(outcome.results[0]?.outcome).toBe('fail');
  expect(after()).not.toBe(before);
});
