import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isUpdate } from '../../applies.js';
import { type Expected, isSuccess } from '../compare.js';
import { otherFlags, otherTexts, update } from './changes.js';
import { reportEffect, reportRefusal } from './effect.js';

/** Other rules write to one record or a few, which may all be of one kind. */
const MANY = 6;

/** Updates a record, again if that returns 404: on a live target, only a 404 between two reads of the record counts. */
async function updateOf(context: WriteContext, record: Held, changes: Expected): Promise<Answer> {
  const answer = await update(context, record, changes);
  if (answer.status !== 404) return answer;
  await context.read(record);
  const again = await update(context, record, changes);
  await context.read(record);
  return again;
}

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
      const taken = { changes, answer: await updateOf(context, record, changes) };
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
