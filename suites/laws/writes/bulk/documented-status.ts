import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { unknownId } from '../../../../generators/ids.js';
import { isBulkUpdate } from '../../applies.js';
import { isSuccess } from '../compare.js';
import { reportStatus } from '../refused.js';
import { allFlags, bodyOf, order, send } from './order.js';

export const documentedStatus: WriteRule = {
  id: 'bulk.documented-status',
  clause: 'bulk.documented-status',
  needs: [],
  records: 1,
  appliesTo: isBulkUpdate,
  async write(context) {
    const { record } = context;
    // Without a known bulk update that succeeds, a rejection may have another cause.
    await order(context, { ids: [record.id], flags: allFlags(context, true) });
    const ids = [record.id, unknownId(context.seed)];
    const { answer } = await send(context, bodyOf(context, ids, allFlags(context, false)));
    reportUndocumented(context, answer, 'a bulk update of a known and an unknown id');
  },
};

/** Reports a rejection with a status that the operation does not document. */
export function reportUndocumented(context: WriteContext, answer: Answer, what: string): void {
  const documented = context.operation.statuses.filter((status) => status < 500);
  // A busy target may reject any write, and a success with another status is the business of bulk.accepted.
  if (isSuccess(answer) || [...documented, 409, 423, 429].includes(answer.status)) return;
  reportStatus(context, answer, { what, expected: documented.join(' or ') });
}
