import type { WriteRule } from '../../../../engine/run/rule.js';
import { isUpdate } from '../../applies.js';
import { brief, changedFields, readUntil, recordOf } from '../compare.js';
import { changeMuch } from './changes.js';

export const response: WriteRule = {
  id: 'updates.response',
  clause: 'updates.response',
  needs: [],
  records: 1,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    const { changes, answer } = await changeMuch(context, record);
    const answered = recordOf(answer);
    if (answered === null) return context.inconclusive('the response is not a JSON object (see updates.answer)');
    const { value: read, held } = await readUntil(context, record, changes);
    if (!held) context.inconclusive('a read does not show the update (see updates.effect)');
    // The id of the record is the business of updates.answer.
    for (const name of changedFields(context, answered, read).filter((one) => one !== 'id')) {
      const [sent, is] = [brief(answered[name]), brief(read[name])];
      const message = `${name} is ${sent} in the response to the update, and ${is} in a read afterwards`;
      context.report(answer, { at: `/${name}`, expected: is, actual: sent, message });
    }
  },
};
