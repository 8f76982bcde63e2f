import type { WriteRule } from '../../../../engine/run/rule.js';
import type { TaskEnd } from '../../../../engine/writes/task-end.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { plural } from '../../../../numbers/plural.js';
import { recordOf } from '../compare.js';
import { filterOf, sendFiltered } from './filters.js';
import { order } from './order.js';
import { readSummary } from './read-summary.js';
import { isOfUsers, showSummary } from './summary.js';
import { changedBy, hitBeside, smallestChange } from './wide-changes.js';

/** Reads the summary of a bulk update of one user until it counts it, up to the consistency window. */
async function summaryOfOne(context: WriteContext, end: TaskEnd) {
  const { value } = await context.until(
    () => readSummary(context, end),
    ({ answer }) => recordOf(answer)?.successCount === 1,
  );
  return value;
}

/** A bulk update with a filter has a summary as one with ids does, which counts the users that match. */
export const filterCounted: WriteRule = {
  id: 'tasks.filter-counted',
  clause: 'tasks.filter-counted',
  needs: [],
  records: 'all',
  appliesTo: isOfUsers,
  async write(context) {
    const change = smallestChange(context, 1);
    const [one] = changedBy(context, change);
    if (one === undefined) return context.inconclusive('no record can be changed');
    const filter = await filterOf(context, one);
    const { end } = await sendFiltered(context, change, filter, [one.id]);
    if (end === null) return context.inconclusive('a bulk update with a filter is not accepted as documented');
    const { held } = await context.until(
      () => context.read(one),
      (read) => read[change.field] === change.value,
    );
    if (!held) context.inconclusive(`a bulk update with the filter ${filter} changed nothing`);
    const { answer, id } = await summaryOfOne(context, end);
    if (answer.status === 200) {
      await showSummary(context, id, answer);
      const { successCount } = recordOf(answer) ?? {};
      if (typeof successCount !== 'number') return context.inconclusive('the summary has no successCount');
      if (successCount === 1) return;
      const others = await hitBeside(context, change, [one.id]);
      if (others.length > 0) context.inconclusive('other users have changed (see bulk.filter)');
      const message = `the summary counts ${plural(successCount, 'successful update')} of a bulk update with the filter ${filter}, which matches one user and changed it`;
      return context.report(answer, { at: '/successCount', expected: '1', actual: successCount, message });
    }
    // How long a summary can be read is unspecified, so one of a listed user has to be there.
    const flags = { [change.marker]: !change.value };
    const listed = await order(context, { ids: [one.id], flags });
    const other = await summaryOfOne(context, listed.end);
    if (other.answer.status !== 200) return context.inconclusive(`a read of the summary returned ${answer.summary}`);
    const message = `the summary of a bulk update with the filter ${filter} returned ${answer.status}, that of one with ids 200`;
    context.report(answer, { at: '', expected: '200', actual: answer.status, message });
  },
};
