import type { WriteRule } from '../../../../engine/run/rule.js';
import { isBulkUpdate } from '../../applies.js';
import { isSuccess } from '../compare.js';
import { reportStatus } from '../refused.js';
import { refused, sendOnce, validBody } from './order.js';

export const charset: WriteRule = {
  id: 'bulk.charset',
  clause: 'bulk.charset',
  needs: [],
  records: 1,
  appliesTo: isBulkUpdate,
  async write(context) {
    const body = validBody(context);
    const mediaType = `${context.operation.body?.mediaType}; charset=utf-8`;
    const answer = await sendOnce(context, { body, mediaType });
    if (isSuccess(answer)) return;
    if (!isSuccess(await sendOnce(context, { body }))) refused(context);
    reportStatus(context, answer, { what: `a valid body as ${mediaType}`, expected: '202' });
  },
};
