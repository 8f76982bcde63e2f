import type { WriteRule } from '../../../../engine/run/rule.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import { isEnded } from '../../../../engine/writes/task.js';
import type { TaskEnd } from '../../../../engine/writes/task-end.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isBulkUpdate, isUpdate } from '../../applies.js';
import { differingFields, type Expected, isSuccess, readUntil, reportFields } from '../compare.js';
import { update } from '../merge-patch/changes.js';
import { allFlags, fieldsOfFlags, markersOf, order, start } from './order.js';

/** How often two writes are sent to see them overlap. */
const ATTEMPTS = 3;

/** Reports fields without the value that one of two concurrent writes gave them last. */
async function reportLost(context: WriteContext, record: Held, expected: Expected, of: string): Promise<void> {
  const { value: now } = await readUntil(context, record, expected);
  const names = differingFields(now, expected);
  if (context.last !== undefined) reportFields(context, context.last, { record: now, expected, names, of });
}

/**
 * Repeats two concurrent writes until they overlapped, which they certainly did if the task still ran when it was read
 * after the response to the second one: otherwise nothing was lost because nothing met.
 */
export async function untilOverlap(
  context: WriteContext,
  what: string,
  attempt: () => Promise<TaskEnd>,
): Promise<void> {
  for (let count = 1; count <= ATTEMPTS; count += 1) {
    const { polls } = await attempt();
    if (context.evidence.length > 0) return;
    const [first] = polls;
    if (first === undefined || first.task === null || isEnded(first.task)) continue;
    const status = JSON.stringify(first.status) ?? 'absent';
    const value = `the task still ran after the response to ${what}: its status was ${status}`;
    return context.observe(first.answer, value, { readings: { 'the status of a task that runs': [status] } });
  }
  context.inconclusive(`the task had ended when ${what} returned, so that the two did not overlap`);
}

export const concurrent: WriteRule = {
  id: 'bulk.concurrent',
  clause: 'bulk.concurrent',
  needs: [],
  records: 2,
  appliesTo: isBulkUpdate,
  async write(context) {
    await untilOverlap(context, 'the second bulk update', () => twoBulkUpdates(context));
  },
};

async function twoBulkUpdates(context: WriteContext): Promise<TaskEnd> {
  const ids = context.records.map(({ id }) => id);
  await order(context, { ids, flags: allFlags(context, true) });
  const [one = '', other = ''] = markersOf(context);
  const [end] = await context.bulk.lane.runAlone(async () => {
    const first = await start(context, ids, { [one]: false });
    if (first === null) return context.inconclusive('a bulk update of one flag is rejected (see bulk.scopes)');
    const second = await start(context, ids, { [other]: false });
    if (second === null) {
      const rejection = context.last?.summary;
      await context.pollTask(first);
      return context.inconclusive(`a second bulk update while one runs returned ${rejection}`);
    }
    return Promise.all([context.pollTask(first), context.pollTask(second)]).then((ends) => {
      if (ends.some(({ complete }) => !complete)) context.inconclusive('one of the two tasks does not complete');
      return ends;
    });
  });
  const expected = fieldsOfFlags(context, { ...allFlags(context, true), [one]: false, [other]: false });
  const of = `after two concurrent bulk updates, one of ${one} and one of ${other},`;
  for (const record of context.records) await reportLost(context, record, expected, of);
  return end;
}

export const withUpdate: WriteRule = {
  id: 'bulk.with-update',
  clause: 'bulk.with-update',
  needs: [],
  records: 1,
  appliesTo: isUpdate,
  async write(context) {
    await untilOverlap(context, 'the update', () => bulkUpdateAndUpdate(context));
  },
};

async function bulkUpdateAndUpdate(context: WriteContext): Promise<TaskEnd> {
  const { record } = context;
  await order(context, { ids: [record.id], flags: allFlags(context, true) });
  const [marker = ''] = markersOf(context);
  const shared = context.kind.bulk.flags[marker] ?? '';
  const { [shared]: _both, ...others } = fieldsOfFlags(context, allFlags(context, false));
  const end = await context.bulk.lane.runAlone(async () => {
    const first = await start(context, [record.id], { [marker]: false });
    if (first === null) return context.inconclusive('a bulk update of one flag is rejected (see bulk.scopes)');
    const answer = await update(context, record, { ...others, [shared]: true });
    const ended = await context.pollTask(first);
    if (!isSuccess(answer)) context.inconclusive(`an update while a task runs returned ${answer.summary}`);
    if (!ended.complete) context.inconclusive('the task does not complete (see tasks.completes)');
    return ended;
  });
  // The flag that both wrote may have either value.
  await reportLost(context, record, others, `after an update of it during a bulk update of only ${marker}`);
  return end;
}
