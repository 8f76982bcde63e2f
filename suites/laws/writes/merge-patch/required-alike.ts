import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import { type BrokenBody, withoutMembers } from '../../../../generators/bodies/broken-bodies.js';
import { isUpdate } from '../../applies.js';
import { isSuccess } from '../compare.js';
import { fullState } from './states.js';

/**
 * A target may merge a body without a required member, as RFC 7396 describes. One that rejects such a body for some of the
 * required members, and not for others, has forgotten these. The bodies hold the current values, so none changes the record.
 */
export const requiredAlike: WriteRule = {
  id: 'updates.required-alike',
  clause: 'updates.required-alike',
  needs: [],
  records: 1,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    const full = await fullState(context);
    const sent: { broken: BrokenBody; answer: Answer }[] = [];
    for (const broken of withoutMembers(context.patchFor({ ...record, before: full })))
      sent.push({ broken, answer: await context.send({ record, body: broken.body }) });
    const taken = sent.filter(({ answer }) => isSuccess(answer));
    const rejections = sent.filter(({ answer }) => answer.status === 400);
    if (taken.length + rejections.length < sent.length)
      context.inconclusive('a body without a member returned neither a success nor 400 (see updates.required-members)');
    const [rejected] = rejections;
    if (rejected === undefined) return;
    for (const { broken, answer } of taken) {
      const message = `a body ${broken.what} was accepted, but one ${rejected.broken.what} was rejected: both are required`;
      context.report(answer, { at: 'status', expected: '400', actual: answer.summary, message });
    }
  },
};
