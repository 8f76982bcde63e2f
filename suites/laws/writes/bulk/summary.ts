import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { Difference } from '../../../../engine/session/seen.js';
import type { TaskEnd } from '../../../../engine/writes/task-end.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { unknownId } from '../../../../generators/ids.js';
import { plural } from '../../../../numbers/plural.js';
import { isBulkUpdate } from '../../applies.js';
import { isSuccess, readUntil, recordOf } from '../compare.js';
import { readBy } from '../read-by.js';
import { failedOf } from './failed-ids.js';
import { MANY } from './many-ids.js';
import { allFlags, bodyOf, carryOut, type Flags, fieldsOfFlags, send } from './order.js';
import { readSummary, SUMMARY } from './read-summary.js';

/** Only bulk updates of users have a summary. */
export const isOfUsers: WriteRule['appliesTo'] = (operation) => isBulkUpdate(operation) && operation.area === 'users';

interface Summary {
  readonly answer: Answer;
  readonly record: JsonRecord;
}

/**
 * The summary of a task; inconclusive if it cannot be read. One that `isRight`
 * rejects is read again up to the consistency window: a replica that is behind may show it as it was before the end.
 */
export async function summaryOf(
  context: WriteContext,
  end: TaskEnd,
  isRight: (record: JsonRecord) => boolean = () => true,
): Promise<Summary> {
  const { value } = await context.until(
    () => readSummary(context, end),
    ({ answer: read }) => isRight(recordOf(read) ?? {}),
  );
  const { answer, id } = value;
  context.provide(context.world.operation(SUMMARY), { id });
  // One that exists is judged like any other record.
  if (!(await isGone(context, end, answer))) await showSummary(context, id, answer);
  const record = recordOf(answer);
  if (record === null) return context.inconclusive(`a read of the summary returned ${answer.summary}`);
  return { answer, record };
}

/** Shows the summary of a task to the rules that check each response of its operation. */
export async function showSummary(context: WriteContext, id: string, answer: Answer): Promise<void> {
  const operation = context.world.operation(SUMMARY);
  await context.world.session.show({ operation, params: { id }, by: context.check }, answer);
}

/**
 * Whether a summary can no longer be read: how long it can is unspecified, and so is the status of an id that no longer
 * exists. A 400 counts only if the task is gone too.
 */
async function isGone(context: WriteContext, { id }: TaskEnd, { status }: Answer): Promise<boolean> {
  if (status !== 400) return status === 404 || status === 410;
  return (await readBy(context, context.kind.bulk.task, id)).status !== 200;
}

/**
 * Ends the check as inconclusive if the summary lists a record as failed and reads show that it was not updated: when an
 * update fails is unspecified.
 */
async function assertNoneRefused(context: WriteContext, { record }: Summary, flags: Flags): Promise<void> {
  const expected = fieldsOfFlags(context, flags);
  for (const id of failedOf(context, record) ?? []) {
    const one = context.records.find((known) => isSameId(id, known.id));
    if (one === undefined) continue;
    const { held } = await readUntil(context, one, expected);
    if (!held) context.inconclusive(`the summary lists ${one.id} as failed, and it was not updated`);
  }
}

/** The ids in a request; no user has the `unknown` ones. */
interface Given {
  readonly known: readonly string[];
  readonly unknown: readonly string[];
}

/**
 * Compares the counts with the number of ids in the request. Returns what differs, and whether the summary shows enough to
 * compare: which fields may be null or absent is unspecified.
 */
function compareCounts(context: WriteContext, record: JsonRecord, { known, unknown }: Given) {
  const { successCount, failedCount } = record;
  const differences: Difference[] = [];
  const report = (at: string, expected: string, message: string) =>
    differences.push({ at, expected, actual: JSON.stringify(record), message });
  const failed = failedOf(context, record);
  if (failed === null) {
    report(
      '/failed',
      'user ids keyed by "0", "1" and so on',
      'the failed ids of the summary are not in the documented form',
    );
    return { differences, isDecided: true };
  }
  const listsFailed = record.failed !== undefined && record.failed !== null;
  if (typeof successCount === 'number' && typeof failedCount === 'number') {
    const given = plural(known.length + unknown.length, 'id');
    const sum = successCount + failedCount;
    // Unknown ids are unspecified: they may count as failed, or not at all.
    const fits = sum === known.length + unknown.length || (unknown.length > 0 && sum === known.length);
    if (!fits)
      report(
        '/successCount',
        `counts that add up to ${known.length + unknown.length}`,
        `the summary counts ${sum} of ${given}`,
      );
    else if (unknown.length === 0 && failedCount > 0) {
      report(
        '/failedCount',
        '0',
        `the summary counts ${failedCount} of ${given} as failed, but all ids are existing users`,
      );
    }
  }
  if (listsFailed && typeof failedCount === 'number' && failed.length !== failedCount) {
    report(
      '/failed',
      `as many ids as failedCount: ${failedCount}`,
      `failedCount is ${failedCount}, but failed lists ${plural(failed.length, 'id')}`,
    );
  }
  const others = failed.filter((id) => !unknown.some((one) => one === String(id).toLowerCase()));
  if (others.length > 0 && unknown.length > 0) {
    report('/failed', `only ${unknown.join(', ')}`, `the summary lists ${String(others[0])} as failed`);
  }
  const counts = [successCount, failedCount].filter((count) => typeof count === 'number').length;
  const isDecided = counts === 2 || (listsFailed && (unknown.length > 0 || typeof failedCount === 'number'));
  return { differences, isDecided };
}

/** Reads the summary of a bulk update of flags and reports its counts; returns whether it shows enough to compare. */
async function reportCounts(context: WriteContext, end: TaskEnd, flags: Flags, given: Given): Promise<boolean> {
  const compare = (record: JsonRecord) => compareCounts(context, record, given);
  const listed = await summaryOf(context, end, (record) => compare(record).differences.length === 0);
  await assertNoneRefused(context, listed, flags);
  const { differences, isDecided } = compare(listed.record);
  for (const difference of differences) context.report(listed.answer, difference);
  return isDecided;
}

/** Updates users that have other flags, since one that already has them may count differently, and reports the counts. */
async function reportAll(context: WriteContext, known: readonly string[]): Promise<boolean> {
  await carryOut(context, { ids: known, flags: allFlags(context, false) });
  const set = allFlags(context, true);
  const { end } = await carryOut(context, { ids: known, flags: set });
  return reportCounts(context, end, set, { known, unknown: [] });
}

export const summary: WriteRule = {
  id: 'tasks.summary',
  clause: 'tasks.summary',
  needs: [],
  records: 3,
  appliesTo: isOfUsers,
  async write(context) {
    const known = context.records.map(({ id }) => id);
    let isDecided = await reportAll(context, known);
    const unknown = [unknownId(context.seed), unknownId(context.seed + 1)];
    const ids = [...known, ...unknown];
    const cleared = allFlags(context, false);
    const mixed = await send(context, bodyOf(context, ids, cleared));
    if (isSuccess(mixed.answer) && mixed.end?.complete === true) {
      isDecided = (await reportCounts(context, mixed.end, cleared, { known, unknown })) || isDecided;
    }
    if (!isDecided) context.inconclusive('the summary shows neither both counts nor failed ids that can be compared');
  },
};

export const manyCounted: WriteRule = {
  id: 'tasks.many-counted',
  clause: 'tasks.summary',
  needs: [],
  records: MANY,
  prefers: 'diverse',
  appliesTo: isOfUsers,
  async write(context) {
    // Other rules of summaries list one to three users, and a target may count more of them otherwise.
    const isDecided = await reportAll(
      context,
      context.records.map(({ id }) => id),
    );
    if (!isDecided) context.inconclusive('the summary does not show both counts');
  },
};

/** A target that counts the rows that an update has changed counts none of those that were as they should be. */
export const countedAgain: WriteRule = {
  id: 'tasks.counted-again',
  clause: 'tasks.counted-again',
  needs: [],
  records: 2,
  appliesTo: isOfUsers,
  async write(context) {
    const known = context.records.map(({ id }) => id);
    const flags = allFlags(context, true);
    await carryOut(context, { ids: known, flags });
    // A target may take an equal request that follows at once for the same one.
    const { end } = await carryOut(context, { ids: known.toReversed(), flags });
    const isDecided = await reportCounts(context, end, flags, { known, unknown: [] });
    if (!isDecided) context.inconclusive('the summary does not show both counts');
  },
};

export const unknownCounted: WriteRule = {
  id: 'tasks.unknown-counted',
  clause: 'tasks.unknown-counted',
  needs: [],
  records: 1,
  appliesTo: isOfUsers,
  async write(context) {
    const known = context.records.map(({ id }) => id);
    const ids = [...known, unknownId(context.seed), unknownId(context.seed + 1)];
    const { answer, end } = await send(context, bodyOf(context, ids, allFlags(context, true)));
    if (!isSuccess(answer)) context.inconclusive(`a bulk update with unknown ids returned ${answer.summary}`);
    if (end?.complete !== true) return context.inconclusive('the task does not complete (see tasks.completes)');
    const { answer: summaryAnswer, record } = await summaryOf(context, end);
    const { successCount } = record;
    if (typeof successCount !== 'number') return context.inconclusive('the summary has no successCount');
    if (successCount <= known.length) return;
    const message = `the summary counts ${plural(successCount, 'successful update')} for ${plural(known.length, 'existing user')} and 2 unknown ids`;
    const expected = `at most ${known.length}`;
    context.report(summaryAnswer, { at: '/successCount', expected, actual: successCount, message });
  },
};
