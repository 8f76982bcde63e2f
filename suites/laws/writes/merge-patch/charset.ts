import type { WriteRule } from '../../../../engine/run/rule.js';
import { isUpdate } from '../../applies.js';
import { differingFields, isSuccess, readUntil, reportFields } from '../compare.js';
import { reportStatus } from '../refused.js';
import { otherFlags, update } from './changes.js';

export const charset: WriteRule = {
  id: 'updates.charset',
  clause: 'updates.charset',
  needs: [],
  records: 1,
  appliesTo: isUpdate,
  async write(context) {
    const { record, operation } = context;
    const changes = otherFlags(context, record);
    const plain = await update(context, record);
    if (!isSuccess(plain)) context.inconclusive(`an update returned ${plain.summary} (see updates.answer)`);
    const mediaType = `${operation.body?.mediaType}; charset=utf-8`;
    const answer = await context.send({ record, body: context.patchFor(record, changes), mediaType });
    if (!isSuccess(answer)) {
      if (answer.status === 400 && (await update(context, record, changes)).status === 400)
        context.inconclusive('the target rejects these flags without a charset too (see updates.effect)');
      reportStatus(context, answer, { what: `a valid body as ${mediaType}`, expected: '200' });
      return;
    }
    const { value: now } = await readUntil(context, record, changes);
    const names = differingFields(now, changes);
    reportFields(context, answer, { record: now, expected: changes, names, of: `after an update as ${mediaType}` });
  },
};
