import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { TaskEnd } from '../../../../engine/writes/task-end.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isUpdate } from '../../applies.js';
import { isSuccess } from '../compare.js';
import { update } from '../merge-patch/changes.js';
import { OF_ANY_REQUEST, reportStatus } from '../refused.js';
import { allFlags, fieldsOfFlags, order, start } from './order.js';
import { untilOverlap } from './together.js';

export const duringTask: WriteRule = {
  id: 'updates.during-task',
  clause: 'updates.during-task',
  needs: [],
  records: 2,
  appliesTo: isUpdate,
  async write(context) {
    await untilOverlap(context, 'the update', () => updateOfAnother(context));
  },
};

/** Updates a record while a bulk update of another one runs, and once more afterwards if the first is rejected. */
async function updateOfAnother(context: WriteContext): Promise<TaskEnd> {
  const listed = context.record;
  const [, other = listed] = context.records;
  await order(context, { ids: [listed.id], flags: allFlags(context, true) });
  const flags = allFlags(context, false);
  return context.bulk.lane.runAlone(async () => {
    const task = await start(context, [listed.id], flags);
    if (task === null) return context.inconclusive('a bulk update is rejected (see bulk.accepted)');
    const answer = await update(context, other, fieldsOfFlags(context, flags));
    const ended = await context.pollTask(task);
    if (isSuccess(answer)) return ended;
    const why = `an update while a task runs returned ${answer.summary}`;
    if (isExcused(context, answer)) context.inconclusive(why);
    const again = await update(context, other, fieldsOfFlags(context, flags));
    if (!isSuccess(again)) context.inconclusive(`${why}, and afterwards ${again.summary}`);
    reportStatus(context, answer, { what: 'an update while a bulk update of another record ran', expected: '200' });
    return ended;
  });
}

/** Whether a status is one that an update may have for reasons that are unspecified. */
function isExcused({ operation }: WriteContext, { status }: Answer): boolean {
  // A gateway may be overloaded or out of reach.
  if (OF_ANY_REQUEST.includes(status) || status > 500) return true;
  return status < 500 && operation.statuses.includes(status);
}
