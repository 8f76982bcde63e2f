import type { WriteRule } from '../../../../engine/run/rule.js';
import { unknownId } from '../../../../generators/ids.js';
import { isBulkUpdate } from '../../applies.js';
import { brief, differingFields, isSuccess, readUntil, reportFields } from '../compare.js';
import { readBy } from '../read-by.js';
import { reportStatus } from '../refused.js';
import { assertCompleted } from './completed.js';
import { failedIn } from './failed-ids.js';
import { allFlags, bodyOf, fieldsOfFlags, order, refused, send } from './order.js';
import { isOfUsers, summaryOf } from './summary.js';

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
    if (isSuccess(answer)) assertCompleted(context, end, what);
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

/** Whether the ids before and after an unknown one are treated alike, and as the summary states. */
export const aroundUnknown: WriteRule = {
  id: 'bulk.around-unknown',
  clause: 'bulk.around-unknown',
  needs: [],
  records: 2,
  appliesTo: isBulkUpdate,
  async write(context) {
    const [before, after] = context.records;
    if (before === undefined || after === undefined) return context.inconclusive('only one record can be restored');
    const ids = [before.id, after.id];
    await order(context, { ids, flags: allFlags(context, true), whole: true });
    const flags = allFlags(context, false);
    const body = bodyOf(context, [before.id, unknownId(context.seed), after.id], flags);
    // The one before has shown that tasks end.
    const { answer, end } = await send(context, body, { patient: true, whole: true });
    if (!isSuccess(answer)) return context.notApplicable('a bulk update with an unknown id is rejected');
    if (end?.late === true && end.last.task !== null) {
      const status = brief(end.last.status);
      const message = `the task of a bulk update with an unknown id still has the status ${status} after ${end.waitedMs} ms, and that of one without it completed`;
      return context.report(end.last.answer, {
        at: '/status',
        expected: 'an end of the task',
        actual: status,
        message,
      });
    }
    if (end?.complete !== true) return context.inconclusive('the task does not complete (see tasks.completes)');
    const expected = fieldsOfFlags(context, flags);
    const [first, second] = [await readUntil(context, before, expected), await readUntil(context, after, expected)];
    const hasFailed = await failedIn(context, end);
    // Only bulk updates of users have a summary. One with a single failed id may have another form, so it is judged too.
    const summary = isOfUsers(context.operation) ? await context.attempt(() => summaryOf(context, end)) : null;
    // Another client that sets a flag leaves the others as they are.
    const isMissed = ({ value }: typeof first) =>
      differingFields(value, expected).length === Object.keys(expected).length;
    const missed = ids.filter((own, index) => isMissed(index === 0 ? first : second) && hasFailed?.(own) !== true);
    if (missed.length === 0) return;
    if (hasFailed === null) context.inconclusive('the summary cannot be read, and may list the ids without an update');
    if (missed.length === ids.length) {
      // A target may leave all of them as they are, unless its summary counts some as updated.
      if (summary === null)
        return context.inconclusive('no known id is updated, and no summary says whether one was to be');
      if (!(Number(summary.record.successCount) > 0)) return;
    }
    const message = `a bulk update of ${before.id}, an unknown id and ${after.id} completed without an update of ${missed.join(' and ')}`;
    context.report(context.last ?? answer, {
      at: '',
      expected: 'both records updated, or listed as failed',
      actual: `${missed.join(' and ')} left out`,
      message,
    });
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
