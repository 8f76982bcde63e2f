import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isBulkUpdate } from '../../applies.js';
import { recordOf } from '../compare.js';
import { type Link, linksOf, reportLink } from '../links.js';
import { reportShape } from '../shape.js';
import { allFlags, bodyOf, type Ordered, refused, send } from './order.js';

/** Rejections that may be due to the scope or to another bulk update that runs; both are unspecified. */
const EXCUSED = [400, 409, 422, 423];

/** The response to a bulk update of all flags; inconclusive if it is rejected for a permitted reason. */
export async function accepted(context: WriteContext): Promise<Ordered> {
  const ordered = await send(context, bodyOf(context, [context.record.id], allFlags(context, true)));
  return EXCUSED.includes(ordered.answer.status) ? refused(context) : ordered;
}

export const acceptedWithReference: WriteRule = {
  id: 'bulk.accepted',
  clause: 'bulk.accepted',
  needs: [],
  records: 1,
  appliesTo: isBulkUpdate,
  async write(context) {
    const { answer } = await accepted(context);
    await reportShape(context, answer);
    const reference = recordOf(answer);
    if (reference === null || (typeof reference.id === 'string' && reference.id !== '')) return;
    const message = 'the task reference has no id';
    context.report(answer, { at: '/id', expected: 'the id of a task', actual: reference.id ?? null, message });
  },
};

export const taskLink: WriteRule = {
  id: 'bulk.task-link',
  clause: 'bulk.task-link',
  needs: [],
  records: 1,
  appliesTo: isBulkUpdate,
  async write(context) {
    const { answer } = await accepted(context);
    const reference = recordOf(answer);
    if (reference === null) return context.inconclusive('the response is not a JSON object (see bulk.accepted)');
    reportReference(context, answer, reference);
  },
};

function reportReference(context: WriteContext, answer: Answer, reference: JsonRecord): void {
  const links: Link[] | null = linksOf(reference, context.target.wireForm);
  const ending = `tasks/${String(reference.id)}`;
  const wanted = { rel: 'self', method: 'GET', ending: ending.toLowerCase() };
  reportLink(context, answer, { of: 'the task reference', links, wanted, words: `an href that ends in ${ending}` });
}
