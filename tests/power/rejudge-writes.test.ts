import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { described } from '../../conformance/interface.js';
import { operations } from '../../contract/operations/index.js';
import { plan } from '../../engine/run/plan.js';
import type { Result } from '../../engine/run/result.js';
import { run } from '../../engine/run/run.js';
import { isLate } from '../../engine/run/run-writes.js';
import { AnswerTimes } from '../../engine/session/answer-times.js';
import { resolveTarget } from '../../engine/target/target.js';
import { beginWrites, tiersOf } from '../../engine/writes/begin.js';
import type { Writes } from '../../engine/writes/writes.js';
import { type Fault, writeFaults } from '../../faults/index.js';
import { OfflineClient } from '../../power/offline-client.js';
import type { Exchange } from '../../power/recording.js';
import { RejudgeWrites } from '../../power/rejudge-writes.js';
import { roundTripOf } from '../../proof/reference-round-trip.js';
import { createReference, type Reference } from '../../reference/index.js';
import { suites } from '../../suites/index.js';

const OPTIONS = { allowWrites: true, allowDestroy: true };
const RULES = [
  'updates.*',
  'bulk.effect',
  'bulk.accepted',
  'bulk.other-records',
  'bulk.required-members',
  'deletion.effect',
  'errors.*',
  'authorization.writes-body',
  'authorization.writes-status',
  'tasks.*',
  'records.types',
  'answers.json',
];
const USERS = ['updateUser', 'bulkUpdateUsers', 'getUsersTask', 'getBulkUpdateUsersSummary', 'deleteSubscriptionUsers'];

const checks = plan(suites, { ...OPTIONS, operations: USERS, rules: RULES }).filter(isLate);

const fault = (id: string): Fault => {
  const found = writeFaults.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no fault ${id}`);
  return found;
};

let reference: Reference;
let rejudge: RejudgeWrites;
let results: readonly Result[];
const late: Exchange[] = [];

const targetOf = () => {
  const { removableSubscriptionId, removableUserIds } = reference.fixtures;
  const fixtures = { removableSubscriptionId, removableUserIds };
  return resolveTarget({ baseUrl: 'http://reference.test', token: reference.token, fixtures }, operations);
};

function rejudgeOf(outcomes: Readonly<Record<string, Pick<Result, 'outcome' | 'reason'>>>): RejudgeWrites {
  const common = { target: targetOf(), described, checks, seed: 1, budget: 'standard' } as const;
  return new RejudgeWrites({ ...common, exchanges: [], late, options: OPTIONS, outcomes });
}

const outcomesOf = (all: readonly Result[]) =>
  Object.fromEntries(all.map(({ check, outcome, reason }) => [check.id, { outcome, reason }]));

beforeAll(async () => {
  reference = createReference({
    seed: 7,
    sizes: { applications: 4, users: 12, subscriptions: 2, agreements: 2, contracts: 2 },
  });
  await reference.app.ready();
  const target = targetOf();
  const answers = roundTripOf(reference);
  const roundTrip = async (request: Exchange['request']) => {
    const response = await answers(request);
    late.push({ request, response });
    return response;
  };
  const client = new OfflineClient({ origin: target.origin, roundTrip, tiers: tiersOf(OPTIONS) });
  const writes = (await beginWrites(target, OPTIONS, true)) as Writes;
  const times = new AnswerTimes();
  const input = { target, client, described, checks, seed: 1, budget: 'standard', writes, times, known: true } as const;
  ({ results } = await run(input));
  await client.close();
  rejudge = rejudgeOf(outcomesOf(results));
});
afterAll(() => reference.close());

describe('writes that are judged again', () => {
  it.each([
    ['updateUser/update-not-applied', 'updateUser/updates.effect'],
    ['updateUser/update-old-record', 'updateUser/updates.effect'],
    ['updateUser/update-member-lost/isOnline', 'updateUser/updates.effect'],
    ['updateUser/update-member-swapped/isInReview', 'updateUser/updates.own-values'],
    ['updateUser/update-refused-applied', 'updateUser/updates.member-types'],
    ['updateUser/text-for-boolean/isOnline', 'updateUser/updates.answer'],
    ['updateUser/field-capitalized/id', 'updateUser/updates.answer'],
    ['bulkUpdateUsers/bulk-not-applied', 'bulkUpdateUsers/bulk.effect'],
    ['bulkUpdateUsers/bulk-first-id-only', 'bulkUpdateUsers/bulk.effect'],
    ['bulkUpdateUsers/bulk-another-too', 'bulkUpdateUsers/bulk.other-records'],
    ['bulkUpdateUsers/bulk-status-200', 'bulkUpdateUsers/bulk.accepted'],
    ['bulkUpdateUsers/bulk-refusal-202', 'bulkUpdateUsers/bulk.required-members'],
    ['bulkUpdateUsers/error-html/401', 'bulkUpdateUsers/authorization.writes-body'],
    ['updateUser/error-media-type/404', 'updateUser/errors.writes-media-type'],
    ['updateUser/update-unknown-200', 'updateUser/updates.unknown-id'],
    ['getUsersTask/error-message-empty/404', 'getUsersTask/errors.message'],
    ['deleteSubscriptionUsers/removal-first-only', 'deleteSubscriptionUsers/deletion.effect'],
    ['deleteSubscriptionUsers/error-empty/404', 'deleteSubscriptionUsers/errors.writes-body-other'],
    ['getUsersTask/task-never-completes', 'bulkUpdateUsers/tasks.completes'],
    ['getUsersTask/body-truncated', 'getUsersTask/answers.json'],
    ['getBulkUpdateUsersSummary/summary-success-one-more', 'bulkUpdateUsers/tasks.summary'],
  ])('notice %s by %s', async (id, check) => {
    const judgement = await rejudge.judge(fault(id));

    expect(judgement.outcome).toBe('noticed');
    expect(judgement.by).toContain(check);
  });

  it('send nothing to the target', async () => {
    const before = late.length;
    await rejudge.judge(fault('updateUser/update-not-applied'));

    expect(late.length).toBe(before);
  });

  it('notice nothing if nothing is changed', async () => {
    const none: Fault = { ...fault('updateUser/update-not-applied'), begin: () => (call, send) => send(call) };

    expect(await rejudge.judge(none)).toMatchObject({ outcome: 'unchanged', by: [] });
  });

  it('notice nothing by a check that failed in the run', async () => {
    const failing = results.map((one) => ({ ...one, outcome: 'fail' as const }));
    const judgement = await rejudgeOf(outcomesOf(failing)).judge(fault('updateUser/update-not-applied'));

    expect(judgement.by).toEqual([]);
    expect(judgement.blind).toContainEqual(
      expect.objectContaining({ check: 'updateUser/updates.effect', failed: true }),
    );
  });

  it('are inconclusive if the recording has no write like those that a check sends', async () => {
    const reads = late.filter(({ request }) => request.method === 'GET');
    const outcomes = outcomesOf(results);
    const common = { target: targetOf(), described, checks, seed: 1, budget: 'standard' } as const;
    const without = new RejudgeWrites({ ...common, exchanges: [], late: reads, options: OPTIONS, outcomes });

    expect((await without.judge(fault('updateUser/update-not-applied'))).outcome).toBe('inconclusive');
  });
});
