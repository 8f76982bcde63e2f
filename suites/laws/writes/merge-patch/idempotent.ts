import type { WriteRule } from '../../../../engine/run/rule.js';
import { isUpdate } from '../../applies.js';
import { brief, changedFields, differingFields, isSuccess, recordOf } from '../compare.js';
import { flagFields, update } from './changes.js';

export const idempotent: WriteRule = {
  id: 'updates.idempotent',
  clause: 'updates.idempotent',
  needs: [],
  records: 1,
  unproven: true,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    const rounds = [];
    for (const _round of [1, 2]) {
      const answer = await update(context, record);
      if (!isSuccess(answer))
        context.inconclusive(`an update with the record's own values returned ${answer.summary} (see updates.answer)`);
      rounds.push({ answer, record: recordOf(answer), read: await context.read(record) });
    }
    const [first, second] = rounds;
    if (first === undefined || second === undefined) return;
    const pairs = [
      [first.read, second.read, 'in a read'],
      [first.record ?? {}, second.record ?? {}, 'in the response'],
    ] as const;
    for (const [one, other, where] of pairs) {
      for (const name of changedFields(context, one, other)) {
        const [was, is] = [brief(one[name]), brief(other[name])];
        const message = `after sending the same patch twice, ${name} was first ${was} and then ${is} ${where}`;
        context.report(second.answer, { at: `/${name}`, expected: was, actual: is, message });
      }
    }
  },
};

export const sameAgain: WriteRule = {
  id: 'updates.same-again',
  clause: 'updates.idempotent',
  needs: [],
  records: 1,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    for (const value of [true, false]) {
      const changes = Object.fromEntries(flagFields(context).map((name) => [name, value]));
      const first = await update(context, record, changes);
      if (!isSuccess(first)) context.inconclusive(`an update of flags returned ${first.summary} (see updates.effect)`);
      const asSent = () =>
        context.until(
          () => context.read(record),
          (read) => differingFields(read, changes).length === 0,
        );
      // What the first one does is the business of updates.effect.
      if (!(await asSent()).held) continue;
      const second = await update(context, record, changes);
      const { value: now } = await asSent();
      for (const name of differingFields(now, changes)) {
        const message = `after sending the same patch twice, ${name} was first ${value} and then ${brief(now[name])} in a read`;
        context.report(second, { at: `/${name}`, expected: `${value}`, actual: brief(now[name]), message });
      }
    }
  },
};
