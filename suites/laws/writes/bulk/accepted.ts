import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { WriteContext, WriteRequest } from '../../../../engine/writes/write-context.js';
import { isBulkUpdate } from '../../applies.js';
import { isSuccess, recordOf } from '../compare.js';
import { type Link, linksOf, reportLink } from '../links.js';
import { reportStatus } from '../refused.js';
import { reportShape } from '../shape.js';
import { ALL, filterOf } from './filters.js';
import { type Ordered, refused, send, sendOnce, validBody } from './order.js';
import { assertTakesListed } from './takes-listed.js';
import { changedBy, smallestChange } from './wide-changes.js';

/** Rejections that may be due to the scope or to another bulk update that runs; both are unspecified. */
const EXCUSED = [400, 409, 422, 423];

/** The media type of the updates of one record. */
const PATCH = 'application/merge-patch+json';

/** The response to a bulk update of all flags; inconclusive if it is rejected for a permitted reason. */
export async function accepted(context: WriteContext): Promise<Ordered> {
  const ordered = await send(context, validBody(context));
  return EXCUSED.includes(ordered.answer.status) ? refused(context) : ordered;
}

export const acceptedWithReference: WriteRule = {
  id: 'bulk.accepted',
  clause: 'bulk.accepted',
  needs: [],
  records: 1,
  appliesTo: isBulkUpdate,
  async write(context) {
    const { answer } = await send(context, validBody(context));
    if (EXCUSED.includes(answer.status)) return reportMediaType(context, answer);
    await reportShape(context, answer);
    const reference = recordOf(answer);
    if (reference === null || (typeof reference.id === 'string' && reference.id !== '')) return;
    const message = 'the task reference has no id';
    context.report(answer, { at: '/id', expected: 'the id of a task', actual: reference.id ?? null, message });
  },
};

/** The media type of the updates of one record shows that neither its scope nor its members are why it was rejected. */
function reportMediaType(context: WriteContext, rejected: Answer): Promise<void> {
  const what = `a body as ${context.operation.body?.mediaType} that is accepted as ${PATCH}`;
  const body = validBody(context);
  return reportDemand(context, rejected, { body, changed: { body, mediaType: PATCH }, what });
}

interface Demand {
  /** The body that was rejected. */
  readonly body: unknown;
  readonly changed: WriteRequest;
  /** What is rejected, in words. */
  readonly what: string;
}

/** Reports a rejected bulk update if a `changed` one is accepted, and the same as before is rejected once more. */
async function reportDemand(context: WriteContext, rejected: Answer, { body, changed, what }: Demand): Promise<void> {
  if (rejected.status !== 400 || !isSuccess(await sendOnce(context, changed))) refused(context);
  const again = await sendOnce(context, { body });
  if (again.status !== 400) refused(context);
  reportStatus(context, again, { what, expected: '202' });
}

/**
 * A warning alone: the scopes are unspecified, so that a target may know one of listed records by another word, and read this
 * one as that of a filter.
 */
export const optionalFilter: WriteRule = {
  id: 'bulk.optional-filter',
  clause: 'bulk.optional-filter',
  needs: [],
  records: 1,
  appliesTo: isBulkUpdate,
  async write(context) {
    const body = validBody(context);
    const { answer } = await send(context, body);
    if (isSuccess(answer)) return;
    if (answer.status !== 400) refused(context);
    const changed = { body: { ...body, filter: await filterOf(context, context.record) } };
    const what = 'a bulk update without a filter that is accepted with one';
    await reportDemand(context, answer, { body, changed, what });
  },
};

/** A warning alone, as for a filter: a target may know no scope of the records under a filter. */
export const optionalIds: WriteRule = {
  id: 'bulk.optional-ids',
  clause: 'bulk.optional-ids',
  needs: [],
  records: 'all',
  appliesTo: isBulkUpdate,
  async write(context) {
    const change = smallestChange(context, 1);
    const [one] = changedBy(context, change);
    if (one === undefined) return context.inconclusive('no record can be changed');
    const body = { scope: ALL, filter: await filterOf(context, one), body: { [change.marker]: change.value } };
    await assertTakesListed(context);
    const { answer } = await send(context, body);
    if (isSuccess(answer)) return;
    if (answer.status !== 400) refused(context);
    const changed = { body: { ...body, ids: [one.id] } };
    await reportDemand(context, answer, { body, changed, what: 'a bulk update without ids that is accepted with one' });
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
    reportReference(context, answer);
  },
};

/** Reports a task reference without the documented link; inconclusive if the response is none. */
export function reportReference(context: WriteContext, answer: Answer): void {
  const reference = recordOf(answer) ?? context.inconclusive('the response is not a JSON object (see bulk.accepted)');
  const links: Link[] | null = linksOf(reference, context.target.wireForm);
  const ending = `tasks/${String(reference.id)}`;
  const wanted = { rel: 'self', method: 'GET', ending: ending.toLowerCase() };
  reportLink(context, answer, { of: 'the task reference', links, wanted, words: `an href that ends in ${ending}` });
}
