import type { WriteRule } from '../../../../engine/run/rule.js';
import { unknownId } from '../../../../generators/ids.js';
import { isBulkUpdate } from '../../applies.js';
import { brief, differingFields, isSuccess, readUntil, reportFields } from '../compare.js';
import { readBy } from '../read-by.js';
import { reportStatus } from '../refused.js';
import { allFlags, bodyOf, fieldsOfFlags, order, refused, send } from './order.js';

export const repeatedIds: WriteRule = {
  id: 'bulk.repeated-ids',
  clause: 'bulk.repeated-ids',
  needs: [],
  records: 2,
  appliesTo: isBulkUpdate,
  async write(context) {
    const ids = context.records.map(({ id }) => id);
    await order(context, { ids, flags: allFlags(context, true) });
    const flags = allFlags(context, false);
    const { answer, end } = await send(context, bodyOf(context, [...ids, ...ids], flags));
    const what = 'a bulk update with every id repeated';
    if (answer.status >= 500) reportStatus(context, answer, { what, expected: '202, or a 4xx status' });
    if (isSuccess(answer) && end?.complete !== true)
      context.inconclusive('the task does not complete (see tasks.completes)');
    const expected = fieldsOfFlags(context, isSuccess(answer) ? flags : allFlags(context, true));
    for (const record of context.records) {
      const { value: now } = await readUntil(context, record, expected);
      const names = differingFields(now, expected);
      const of = `after ${what} (returned ${answer.summary})`;
      reportFields(context, context.last ?? answer, { record: now, expected, names, of });
    }
  },
};

export const unknownIds: WriteRule = {
  id: 'bulk.unknown-ids',
  clause: 'bulk.unknown-ids',
  needs: [],
  records: 1,
  appliesTo: isBulkUpdate,
  async write(context) {
    const { record } = context;
    await order(context, { ids: [record.id], flags: allFlags(context, true) });
    const id = unknownId(context.seed);
    const { answer, end } = await send(context, bodyOf(context, [record.id, id], allFlags(context, false)));
    const expected = fieldsOfFlags(context, allFlags(context, false));
    const { held } = isSuccess(answer) ? await readUntil(context, record, expected) : { held: false };
    const done = isSuccess(answer) ? `, and the task is ${brief(end?.last.status)}` : '';
    const known = held ? 'the known id is updated' : 'the known id is not updated';
    context.observe(answer, `a bulk update of a known and an unknown id returned ${answer.summary}${done}; ${known}`);
    const created = await readBy(context, context.kind.read, id);
    if (!isSuccess(created)) return;
    context.observe(created, `a read of the unknown id afterwards returned ${created.summary}`);
  },
};

export const scopes: WriteRule = {
  id: 'bulk.scopes',
  clause: 'bulk.scopes',
  needs: [],
  records: 1,
  appliesTo: isBulkUpdate,
  async write(context) {
    const ids = [context.record.id];
    const { answer } = await send(context, bodyOf(context, ids, allFlags(context, true)));
    context.observe(answer, `a bulk update with the scope ${brief(context.listedScope)} returned ${answer.summary}`);
    if (!isSuccess(answer)) refused(context);
    const flags = Object.keys(allFlags(context, true));
    const some = await send(context, bodyOf(context, ids, { [flags[0] ?? '']: true }));
    context.observe(
      some.answer,
      `a bulk update with only ${flags[0]} of ${flags.join(', ')} returned ${some.answer.summary}`,
    );
    const none = await send(context, bodyOf(context, ids, {}));
    context.observe(none.answer, `a bulk update without flags returned ${none.answer.summary}`);
  },
};
