import type { WriteRule } from '../../../../engine/run/rule.js';
import { isUpdate } from '../../applies.js';
import { isSuccess } from '../compare.js';
import { otherFlags, otherTexts, updateAgain } from './changes.js';
import { reportEffect, reportRefusal } from './effect.js';

/** Other rules write to one record or a few, which may all be of one kind. */
const MANY = 8;

export const manyRecords: WriteRule = {
  id: 'updates.many-records',
  clause: 'updates.effect',
  needs: [],
  records: MANY,
  prefers: 'diverse',
  appliesTo: isUpdate,
  async write(context) {
    let accepted = 0;
    for (const record of context.records) {
      const changes = { ...otherFlags(context, record), ...otherTexts(context) };
      const taken = { changes, answer: await updateAgain(context, record, changes) };
      // When a target rejects an update is unspecified: a rule of its own may exclude these values for this record.
      if (taken.answer.status === 400) continue;
      if (!isSuccess(taken.answer)) return reportRefusal(context, taken);
      accepted += 1;
      await reportEffect(context, record, taken);
      if (context.evidence.length > 0) return;
    }
    if (accepted === 0) context.inconclusive('each update was rejected (see updates.effect)');
  },
};
