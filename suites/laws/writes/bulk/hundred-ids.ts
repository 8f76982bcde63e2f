import { isServerError } from '../../../../engine/client/retry.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isBulkUpdate } from '../../applies.js';
import { isSuccess, readUntil } from '../compare.js';
import { reportStatus } from '../refused.js';
import { assertCompleted } from './completed.js';
import { failedIn } from './failed-ids.js';
import { bodyOf, send } from './order.js';
import { assertTakesListed } from './takes-listed.js';
import { type Change, changedBy, changesOf } from './wide-changes.js';

/** How many ids are listed, if the tenant has so many records; a target that takes only some of many most likely takes 100. */
const MOST = 120;
/** Fewer show nothing that bulk.many-ids does not. */
const FEWEST = 25;
/** How many of them change: each has to be restored. */
const CHANGING = 2;

/** The change that most records show already, and at least one does not; with both. */
function changeOf(context: WriteContext) {
  const choices = changesOf(context).map((change) => ({
    ...change,
    changing: changedBy(context, change),
    others: context.records.filter(({ before }) => before[change.field] === change.value),
  }));
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
    const { marker, field, value, changing, others } = changeOf(context);
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
    const updated = last.filter(({ id }) => !hasFailed(id));
    if (updated.length === 0) context.inconclusive(`the summary of ${what} lists the last of them as failed`);
    const unchanged = [];
    for (const record of updated) {
      const { value: now, held } = await readUntil(context, record, { [field]: value });
      if (held || context.last === undefined) continue;
      unchanged.push({ record, answer: context.last, actual: String(now[field]) });
    }
    if (unchanged.length === 0) return;
    await assertChangesAlone(
      context,
      unchanged.map(({ record }) => record),
      { marker, field, value },
    );
    for (const { record, answer: read, actual } of unchanged) {
      const message = `${field} of ${record.id}, one of the last ids in ${what}, is ${actual} after the bulk update completed, and changes in one of few records`;
      context.report(read, { at: `/${field}`, expected: `${value}`, actual, message });
    }
  },
};

/** Inconclusive for records that a bulk update of few records does not change either: their place in a long list is not why. */
export async function assertChangesAlone(
  context: WriteContext,
  records: readonly { readonly id: string }[],
  { marker, field, value }: Change,
): Promise<void> {
  const ids = records.map(({ id }) => id);
  const { answer, end } = await send(context, bodyOf(context, ids, { [marker]: value }));
  const what = `a bulk update of ${ids.join(' and ')} alone`;
  if (!isSuccess(answer)) context.inconclusive(`${what} returned ${answer.summary}`);
  assertCompleted(context, end, what);
  for (const record of records) {
    const { held } = await readUntil(context, record, { [field]: value });
    if (!held) context.inconclusive(`${what} does not change ${record.id} either (see bulk.effect)`);
  }
}
