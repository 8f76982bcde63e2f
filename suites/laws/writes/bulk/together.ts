import type { WriteRule } from '../../../../engine/run/rule.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isBulkUpdate, isUpdate } from '../../applies.js';
import { differingFields, type Expected, isSuccess, reportFields } from '../compare.js';
import { update } from '../merge-patch/changes.js';
import { allFlags, bodyOf, type Flags, fieldsOfFlags, markersOf, order } from './order.js';

/** Reports fields without the value that one of two concurrent writes gave them last. */
async function reportLost(context: WriteContext, record: Held, expected: Expected, of: string): Promise<void> {
  const { value: now } = await context.until(
    () => context.read(record),
    (read) => differingFields(read, expected).length === 0,
  );
  const names = differingFields(now, expected);
  if (context.last !== undefined) reportFields(context, context.last, { record: now, expected, names, of });
}

/** Sends a bulk update without waiting for it; `null` if it is rejected. */
async function start(context: WriteContext, ids: readonly string[], flags: Flags) {
  const operation = context.world.operation(context.kind.bulk.operation);
  const answer = await context.send({ operation, body: bodyOf(context, ids, flags) });
  return isSuccess(answer) ? answer : null;
}

export const concurrent: WriteRule = {
  id: 'bulk.concurrent',
  clause: 'bulk.concurrent',
  needs: [],
  records: 2,
  appliesTo: isBulkUpdate,
  async write(context) {
    const ids = context.records.map(({ id }) => id);
    await order(context, { ids, flags: allFlags(context, true) });
    const [one = '', other = ''] = markersOf(context);
    await context.bulk.lane.runAlone(async () => {
      const first = await start(context, ids, { [one]: false });
      if (first === null) return context.inconclusive('a bulk update of one flag is rejected (see bulk.scopes)');
      const second = await start(context, ids, { [other]: false });
      if (second === null) {
        const rejection = context.last?.summary;
        await context.pollTask(first);
        return context.inconclusive(`a second bulk update while one runs returned ${rejection}`);
      }
      const ends = await Promise.all([context.pollTask(first), context.pollTask(second)]);
      if (ends.some(({ complete }) => !complete)) context.inconclusive('one of the two tasks does not complete');
    });
    const expected = fieldsOfFlags(context, { ...allFlags(context, true), [one]: false, [other]: false });
    const of = `after two concurrent bulk updates, one of ${one} and one of ${other},`;
    for (const record of context.records) await reportLost(context, record, expected, of);
  },
};

export const withUpdate: WriteRule = {
  id: 'bulk.with-update',
  clause: 'bulk.with-update',
  needs: [],
  records: 1,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    await order(context, { ids: [record.id], flags: allFlags(context, true) });
    const [marker = ''] = markersOf(context);
    const shared = context.kind.bulk.flags[marker] ?? '';
    const { [shared]: _both, ...others } = fieldsOfFlags(context, allFlags(context, false));
    await context.bulk.lane.runAlone(async () => {
      const first = await start(context, [record.id], { [marker]: false });
      if (first === null) return context.inconclusive('a bulk update of one flag is rejected (see bulk.scopes)');
      const answer = await update(context, record, { ...others, [shared]: true });
      const end = await context.pollTask(first);
      if (!isSuccess(answer)) context.inconclusive(`an update while a task runs returned ${answer.summary}`);
      if (!end.complete) context.inconclusive('the task does not complete (see tasks.completes)');
    });
    // The flag that both wrote may have either value.
    const of = `after an update of it during a bulk update of only ${marker}`;
    await reportLost(context, record, others, of);
  },
};
