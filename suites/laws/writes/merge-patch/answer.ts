import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isUpdate } from '../../applies.js';
import { isSuccess, recordOf, sameValue } from '../compare.js';
import { reportShape } from '../shape.js';
import { update } from './changes.js';

/** What a 400 to a body with each documented member, each as the record has it, may mean. */
function refusedBody(context: WriteContext, { summary }: Answer): string {
  const members = Object.keys(context.patchFor(context.record)).join(', ');
  const may = `it may demand more members than the document lists: ${members}`;
  return `the target refused every documented update body with ${summary}: ${may}`;
}

export const mediaType: WriteRule = {
  id: 'updates.media-type',
  clause: 'updates.media-type',
  needs: [],
  records: 1,
  unproven: true,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    const answer = await update(context, record);
    if (answer.status < 400) return;
    const own = "the record's own values, sent as application/merge-patch+json,";
    let message = `${own} are answered with ${answer.summary}`;
    if (answer.status === 400) {
      // A 400 may be about the body: it is about the media type where another one is accepted with the same body.
      const asJson = await context.send({ record, body: context.patchFor(record), mediaType: 'application/json' });
      if (!isSuccess(asJson)) context.inconclusive(`${refusedBody(context, answer)} (see updates.answer)`);
      message = `${own} are answered with 400, and as application/json with ${asJson.summary}`;
    }
    context.report(answer, { at: 'status', expected: '200', actual: answer.summary, message });
  },
};

export const answer: WriteRule = {
  id: 'updates.answer',
  clause: 'updates.answer',
  needs: [],
  records: 1,
  unproven: true,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    const given = await update(context, record);
    if (given.status === 400) {
      const message = refusedBody(context, given);
      return context.report(given, { at: 'status', expected: '200', actual: given.summary, message });
    }
    if (given.status > 400)
      context.inconclusive(`an update is answered with ${given.summary} (see updates.media-type)`);
    await reportShape(context, given);
    const updated = recordOf(given);
    // Which fields may be absent is not shown.
    if (typeof updated?.id !== 'string' || sameValue('id', updated.id, record.id)) return;
    const message = `the record ${record.id} is updated and ${String(updated.id)} is answered`;
    context.report(given, { at: '/id', expected: record.id, actual: updated.id, message });
  },
};
