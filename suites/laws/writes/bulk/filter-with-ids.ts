import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import { identity } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isBulkUpdate } from '../../applies.js';
import { differingFields, isSuccess, reportFields } from '../compare.js';
import { reportStatus } from '../refused.js';
import { matching } from './filters.js';
import { allFlags, bodyOf, fieldsOfFlags, order, send } from './order.js';

/**
 * A bulk update with a filter and ids that select the same records: how the two combine is unspecified, but every
 * combination selects these records alone. The filter is first sent to the list.
 */
export const filterWithIds: WriteRule = {
  id: 'bulk.filter-with-ids',
  clause: 'bulk.filter',
  needs: [],
  records: 2,
  watches: true,
  appliesTo: isBulkUpdate,
  async write(context) {
    const { ids, filter } = await selection(context);
    await order(context, { ids, flags: allFlags(context, false) });
    const flags = allFlags(context, true);
    const expected = fieldsOfFlags(context, flags);
    const others = await context.others();
    const { answer, end } = await send(context, { ...bodyOf(context, ids, flags), filter });
    const what = `a bulk update with ids and the filter ${filter}`;
    if (answer.status >= 500) return reportStatus(context, answer, { what, expected: '202, or a 4xx status' });
    if (!isSuccess(answer)) return context.inconclusive(`${what} returned ${answer.summary}`);
    if (end?.complete !== true) return context.inconclusive('the task does not complete (see tasks.completes)');
    for (const id of ids) {
      const { value: now } = await context.until(
        () => context.read({ id }),
        (read) => differingFields(read, expected).length === 0 || context.evidence.length > 0,
      );
      const names = differingFields(now, expected);
      reportFields(context, context.last ?? answer, { record: now, expected, names, of: `of ${id} after ${what}` });
    }
    await reportOthers(context, { answer, what, hit: await others.changed(expected), expected });
  },
};

interface Reached {
  readonly answer: Answer;
  readonly what: string;
  readonly hit: Awaited<ReturnType<Awaited<ReturnType<WriteContext['others']>>['changed']>>;
  readonly expected: Readonly<Record<string, boolean>>;
}

/** Reports another record with exactly the values that were sent, which a later read of it shows too. */
async function reportOthers(context: WriteContext, { answer, what, hit, expected }: Reached): Promise<void> {
  const [one] = hit.filter(({ now }) => differingFields(now, expected).length === 0);
  if (one === undefined) return;
  const now = await context.read({ id: one.id });
  if (differingFields(now, expected).length > 0) return;
  // One change may come from another client, which the re-run of the check shows.
  const message = `${what} also changed ${one.fields.join(', ')} of ${one.id}`;
  context.report(answer, { at: '/items/*', expected: 'no change', actual: one.id, message, spreads: true });
}

/** Both records with a filter that the list reads as both of them, or else the first one with a filter for it alone. */
async function selection(context: WriteContext): Promise<{ readonly ids: readonly string[]; readonly filter: string }> {
  const ids = context.records.map(({ id }) => id);
  const [first = ''] = ids;
  const both = ids.map((id) => `(id -eq '${id}')`).join(' -or ');
  if (ids.length > 1 && (await selects(context, both, ids))) return { ids, filter: both };
  const filter = `id -eq '${first}'`;
  if (await selects(context, filter, [first])) return { ids: [first], filter };
  return context.inconclusive('the list supports no filter by id');
}

/** Whether the list returns exactly these records under a filter. */
async function selects(context: WriteContext, filter: string, ids: readonly string[]): Promise<boolean> {
  const items = await matching(context, filter);
  return items?.length === ids.length && ids.every((id) => items.some((item) => isSameId(identity(item), id)));
}
