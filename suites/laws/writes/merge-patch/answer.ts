import type { WriteRule } from '../../../../engine/rule.js';
import { isUpdate } from '../../applies.js';
import { recordOf, sameValue } from '../compare.js';
import { reportShape } from '../shape.js';
import { update } from './changes.js';

export const mediaType: WriteRule = {
  id: 'updates.media-type',
  clause: 'updates.media-type',
  needs: [],
  records: 1,
  unproven: true,
  appliesTo: isUpdate,
  async write(context) {
    const answer = await update(context, context.record);
    if (answer.status < 400) return;
    context.report(answer, {
      at: 'status',
      expected: '200',
      actual: answer.summary,
      message: `the record's own values, sent as application/merge-patch+json, are answered with ${answer.summary}`,
    });
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
    if (given.status >= 400) context.undecided(`an update is answered with ${given.summary} (see updates.media-type)`);
    await reportShape(context, given);
    const updated = recordOf(given);
    // Which fields may be absent is not shown.
    if (typeof updated?.id !== 'string' || sameValue('id', updated.id, record.id)) return;
    const message = `the record ${record.id} is updated and ${String(updated.id)} is answered`;
    context.report(given, { at: '/id', expected: record.id, actual: updated.id, message });
  },
};
