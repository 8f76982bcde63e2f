import type { WriteRule } from '../../../../engine/run/rule.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { unknownId } from '../../../../generators/ids.js';
import { isBulkUpdate } from '../../applies.js';
import { isSuccess, recordOf } from '../compare.js';
import { reportStatus } from '../refused.js';
import { reportReference } from './accepted.js';
import { ALL, matching } from './filters.js';
import { allFlags, refused, send } from './order.js';
import { assertTakesListed } from './takes-listed.js';

/** Sends a bulk update with a filter that matches no record, which the list of the area takes. */
async function sendForNothing(context: WriteContext) {
  if (context.records.length === 0) context.lacksData('there is no record to restore');
  const filter = `id -eq '${unknownId(context.seed)}'`;
  if ((await matching(context, filter))?.length !== 0) context.inconclusive(`the list does not support ${filter}`);
  // Without a known bulk update that succeeds, a rejection may have another cause.
  await assertTakesListed(context);
  const { answer } = await send(context, { scope: ALL, filter, body: allFlags(context, true) });
  return { answer, what: 'a bulk update with a filter that matches no record' };
}

export const statusForNothing: WriteRule = {
  id: 'bulk.nothing-status',
  clause: 'bulk.documented-status',
  needs: [],
  records: 'all',
  appliesTo: isBulkUpdate,
  async write(context) {
    const { answer, what } = await sendForNothing(context);
    const documented = context.operation.statuses.filter((status) => status < 500);
    if (isSuccess(answer) || [...documented, 409, 423, 429].includes(answer.status)) return;
    reportStatus(context, answer, { what, expected: documented.join(' or ') });
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
    const { answer } = await sendForNothing(context);
    if (!isSuccess(answer)) refused(context);
    const reference = recordOf(answer);
    if (reference === null) return context.inconclusive('the response is not a JSON object (see bulk.accepted)');
    reportReference(context, answer, reference);
  },
};
