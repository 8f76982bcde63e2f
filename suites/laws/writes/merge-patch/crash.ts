import type { WriteRule } from '../../../../engine/run/rule.js';
import { isUpdate } from '../../applies.js';
import { brief, isSuccess } from '../compare.js';
import { textFields, updateAgain } from './changes.js';

/** Ordinary text, each with one kind of character that a careless implementation fails on. */
const TEXTS: readonly string[] = [
  "O'Brien",
  'the "new" one',
  '100% of it',
  '50%20',
  'a \\ b',
  'ready 🚀',
  'two\nlines',
  'two\r\nlines',
  ' blank first',
  'blank last ',
  'a & b',
  'Nun\u0303ez',
  'עברית',
  'note, '.repeat(2000),
  '',
];

/** Statuses of a target that does not accept a text: too long, say. */
const REJECTED = [400, 413, 422];

export const crash: WriteRule = {
  id: 'updates.crash',
  clause: 'updates.crash',
  needs: [],
  records: 1,
  appliesTo: (operation) => isUpdate(operation) && operation.area === 'applications',
  async write(context) {
    const { record } = context;
    let accepted = 0;
    for (const name of textFields(context)) {
      for (const text of TEXTS) {
        const answer = await updateAgain(context, record, { [name]: text });
        if (isSuccess(answer)) accepted += 1;
        if (isSuccess(answer) || REJECTED.includes(answer.status)) continue;
        const message = `an update with ${name} ${brief(text)} returned ${answer.summary}`;
        context.report(answer, { at: 'status', expected: '200 or a rejection', actual: answer.summary, message });
        return;
      }
    }
    if (accepted === 0) context.inconclusive('the target rejects every text');
  },
};
