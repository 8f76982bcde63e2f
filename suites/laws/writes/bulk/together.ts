import type { WriteRule } from '../../../../engine/run/rule.js';
import type { Held } from '../../../../engine/writes/record-pool.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isBulkUpdate, isUpdate } from '../../applies.js';
import { differingFields, type Expected, isSuccess, reportFields } from '../compare.js';
import { update } from '../merge-patch/changes.js';
import { allFlags, bodyOf, type Flags, fieldsOfFlags, markersOf, order } from './order.js';

/** Reports fields that are not what was written to them last, by one of two writes at the same time. */
async function reportLost(context: WriteContext, record: Held, expected: Expected, of: string): Promise<void> {
  const { value: now } = await context.until(
    () => context.read(record),
    (read) => differingFields(read, expected).length === 0,
  );
  const names = differingFields(now, expected);
  if (context.last !== undefined) reportFields(context, context.last, { record: now, expected, names, of });
}

/** Sends a bulk update without waiting for it; `null` where it is refused. */
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
      if (first === null) return context.inconclusive('a bulk update of one flag is refused (see bulk.scopes)');
      const second = await start(context, ids, { [other]: false });
      if (second === null) {
        const refusal = context.last?.summary;
        await context.pollTask(first);
        return context.inconclusive(`a second bulk update while one runs is answered with ${refusal}`);
      }
      const ends = await Promise.all([context.pollTask(first), context.pollTask(second)]);
      if (ends.some(({ complete }) => !complete)) context.inconclusive('one of the two tasks does not complete');
    });
    const expected = fieldsOfFlags(context, { ...allFlags(context, true), [one]: false, [other]: false });
    const of = `after two bulk updates at the same time, one of ${one} and one of ${other},`;
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
      if (first === null) return context.inconclusive('a bulk update of one flag is refused (see bulk.scopes)');
      const answer = await update(context, record, { ...others, [shared]: true });
      const end = await context.pollTask(first);
      if (!isSuccess(answer)) context.inconclusive(`an update while a task runs is answered with ${answer.summary}`);
      if (!end.complete) context.inconclusive('the task does not complete (see tasks.completes)');
    });
    // The flag that both have written may be what either of them says.
    const of = `after an update that named it while a task ran that only named ${marker}`;
    await reportLost(context, record, others, of);
  },
};
