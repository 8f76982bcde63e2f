import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isBulkUpdate } from '../../applies.js';
import { isSuccess } from '../compare.js';
import { reportReference } from './accepted.js';
import { reportUndocumented } from './documented-status.js';
import { ALL, filterOfNothing } from './filters.js';
import { allFlags, refused, send } from './order.js';
import { assertTakesListed } from './takes-listed.js';

/** Sends a bulk update with a filter that matches no record, which the list of the area takes. */
async function sendForNothing(context: WriteContext): Promise<Answer> {
  if (context.records.length === 0) context.lacksData('there is no record to restore');
  const filter = await filterOfNothing(context);
  // Without a known bulk update that succeeds, a rejection may have another cause.
  await assertTakesListed(context);
  const { answer } = await send(context, { scope: ALL, filter, body: allFlags(context, true) });
  return answer;
}

export const statusForNothing: WriteRule = {
  id: 'bulk.nothing-status',
  clause: 'bulk.documented-status',
  needs: [],
  records: 'all',
  appliesTo: isBulkUpdate,
  async write(context) {
    reportUndocumented(context, await sendForNothing(context), 'a bulk update with a filter that matches no record');
  },
};

/** The reference to the task of a bulk update that lists no ids: that of one with ids is the business of bulk.task-link. */
export const linkForNothing: WriteRule = {
  id: 'bulk.filter-task-link',
  clause: 'bulk.task-link',
  needs: [],
  records: 'all',
  appliesTo: isBulkUpdate,
  async write(context) {
    const answer = await sendForNothing(context);
    if (!isSuccess(answer)) refused(context);
    reportReference(context, answer);
  },
};
