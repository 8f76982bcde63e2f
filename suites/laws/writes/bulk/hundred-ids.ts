import { isServerError } from '../../../../engine/client/retry.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isBulkUpdate } from '../../applies.js';
import { isSuccess, readUntil } from '../compare.js';
import { reportStatus } from '../refused.js';
import { assertCompleted } from './completed.js';
import { failedIn } from './failed-ids.js';
import { bodyOf, markersOf, send } from './order.js';
import { assertTakesListed } from './takes-listed.js';

/** How many ids are listed, if the tenant has so many records; a target that takes only some of many most likely takes 100. */
const MOST = 120;
/** Fewer show nothing that bulk.many-ids does not. */
const FEWEST = 25;
/** How many of them change: each has to be restored. */
const CHANGING = 2;

/** The flag and the value that change at least one record, and as few as possible. */
function choiceOf(context: WriteContext) {
  const choices = markersOf(context).flatMap((marker) => {
    const field = context.kind.bulk.flags[marker] ?? '';
    return [true, false].map((value) => ({
      ...{ marker, field, value },
      changing: context.records.filter(({ before }) => before[field] === !value),
      others: context.records.filter(({ before }) => before[field] === value),
    }));
  });
  const [most] = choices
    .filter(({ changing }) => changing.length > 0)
    .toSorted((one, other) => other.others.length - one.others.length);
  if (most === undefined || most.others.length < FEWEST) return context.lacksData('too few records have the same flag');
  return most;
}

/** A bulk update that lists many ids: the first ones of records that have its flag already, the last ones of others. */
export const hundredIds: WriteRule = {
  id: 'bulk.hundred-ids',
  clause: 'bulk.effect',
  needs: [],
  records: 'all',
  appliesTo: isBulkUpdate,
  async write(context) {
    const { marker, field, value, changing, others } = choiceOf(context);
    await assertTakesListed(context);
    const last = changing.slice(-CHANGING);
    const ids = [...others.slice(0, MOST - last.length), ...last].map(({ id }) => id);
    const { answer, end } = await send(context, bodyOf(context, ids, { [marker]: value }));
    const what = `a bulk update of ${ids.length} records`;
    if (isServerError(answer)) return reportStatus(context, answer, { what, expected: '202' });
    if (!isSuccess(answer)) context.inconclusive(`${what} returned ${answer.summary}`);
    assertCompleted(context, end, what);
    const hasFailed = await failedIn(context, end);
    if (hasFailed === null)
      return context.inconclusive('the summary of the bulk update cannot be read, and may list records as failed');
    for (const record of last) {
      const { value: now, held } = await readUntil(context, record, { [field]: value });
      if (held || hasFailed(record.id) || context.last === undefined) continue;
      const message = `${field} of ${record.id}, one of the last ids in ${what}, is ${String(now[field])} after the bulk update completed`;
      context.report(context.last, { at: `/${field}`, expected: `${value}`, actual: String(now[field]), message });
    }
  },
};
