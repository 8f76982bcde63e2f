import type { Answer } from '../../../../engine/client/answer.js';
import { isServerError } from '../../../../engine/client/retry.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import type { TaskEnd } from '../../../../engine/writes/task-end.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { plural } from '../../../../numbers/plural.js';
import { isBulkUpdate } from '../../applies.js';
import { isSuccess, recordOf } from '../compare.js';
import { reportStatus } from '../refused.js';
import { assertCompleted } from './completed.js';
import { failedIn } from './failed-ids.js';
import { ALL } from './filters.js';
import { send } from './order.js';
import { readSummary } from './read-summary.js';
import { showSummary } from './summary.js';
import { assertTakesListed } from './takes-listed.js';
import { changedBy, reportOtherFlags, smallestChange } from './wide-changes.js';

/** All records as the list of their area shows them. */
async function listed(context: WriteContext): Promise<readonly JsonRecord[]> {
  const operation = context.world.operation(context.kind.list);
  return (await context.walk(100, {}, { operation, params: {} })).items;
}

export const scopeAll: WriteRule = {
  id: 'bulk.scope-all',
  clause: 'bulk.scope-all',
  needs: [],
  records: 'all',
  appliesTo: isBulkUpdate,
  async write(context) {
    // The fewest records change, so that the fewest have to be restored.
    const change = smallestChange(context, 1);
    const { marker, field, value } = change;
    await assertTakesListed(context);
    const { answer, end } = await send(context, { scope: ALL, body: { [marker]: value } });
    const what = `a bulk update with the scope ${ALL}`;
    if (isServerError(answer)) return reportStatus(context, answer, { what, expected: '202' });
    if (!isSuccess(answer)) context.inconclusive(`${what} returned ${answer.summary}`);
    assertCompleted(context, end, what);
    const hasFailed = await failedIn(context, end);
    const before = new Map(context.records.map((record) => [record.id, record.before[field]]));
    // A record that another client adds during the bulk update is none of all records.
    const isLeft = (record: JsonRecord) => {
      const id = String(record.id);
      return record[field] === !value && before.has(id) && hasFailed?.(id) !== true;
    };
    const { value: left } = await context.until(
      async () => (await listed(context)).filter(isLeft),
      (items) => items.length === 0,
    );
    if (left.some(({ id }) => before.get(String(id)) === value))
      context.inconclusive('another client changed the same flag during the check');
    const [first] = left;
    if (first === undefined) {
      const reached = changedBy(context, change);
      await reportOtherFlags(context, answer, { change, reached, what });
      return reportUncounted(context, end, reached.length);
    }
    if (hasFailed === null)
      context.inconclusive(
        'the summary of the bulk update cannot be read, and may list the records without it as failed',
      );
    if (context.last === undefined) return;
    const message = `after a bulk update of all records with ${marker}: ${value}, ${left.length} of ${plural(context.records.length, 'record')} still ${left.length === 1 ? 'has' : 'have'} ${field} ${!value}, such as ${String(first.id)}`;
    context.report(context.last, { at: `/items/*/${field}`, expected: `${value}`, actual: `${!value}`, message });
  },
};

/** Reports a summary that counts fewer records than a bulk update of all records has changed. */
async function reportUncounted(context: WriteContext, end: TaskEnd, changed: number): Promise<void> {
  if (context.operation.area !== 'users') return;
  const countedIn = (read: Answer) => {
    // How long a summary can be read is unspecified, and so is which of its fields may be null.
    const { successCount, failedCount } = recordOf(read) ?? {};
    return typeof successCount === 'number' && typeof failedCount === 'number' ? successCount + failedCount : null;
  };
  // A replica that is behind may show the summary as it was before the end.
  const { value } = await context.until(
    () => readSummary(context, end),
    (read) => (countedIn(read.answer) ?? changed) >= changed,
  );
  const { answer, id } = value;
  // Its counts are larger than those of other summaries, and are judged like any other record.
  if (isSuccess(answer)) await showSummary(context, id, answer);
  const counted = countedIn(answer);
  if (counted === null || counted >= changed) return;
  const message = `the summary of a bulk update of all records counts ${plural(counted, 'record')}, although it changed ${changed}`;
  context.report(answer, {
    at: '/successCount',
    expected: `at least ${changed}`,
    actual: recordOf(answer)?.successCount,
    message,
  });
}
