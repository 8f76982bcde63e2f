import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { plural } from '../../../../numbers/plural.js';
import { fields } from '../../../../schemas/generated/fields.js';
import { isBulkUpdate } from '../../applies.js';
import { recordOf } from '../compare.js';
import { allFlags, order } from './order.js';
import { readSummary, SUMMARY } from './read-summary.js';

/** The number of tasks after which a field that none of them has counts as missing. */
const ENOUGH = 3;

export const taskFields: WriteRule = {
  id: 'tasks.shown',
  clause: 'records.shown',
  needs: [],
  records: 1,
  appliesTo: isBulkUpdate,
  async write(context) {
    const operation = context.world.operation(context.kind.bulk.task);
    const missing = new Set(Object.keys(fields[operation.success.schema ?? ''] ?? {}));
    const summaries: JsonRecord[] = [];
    let last: Answer | undefined;
    const hasSummary = context.operation.area === 'users';
    for (let count = 1; count <= ENOUGH && (hasSummary || missing.size > 0); count += 1) {
      const { end } = await order(context, { ids: [context.record.id], flags: allFlags(context, count % 2 === 1) });
      last = context.last;
      for (const { task } of end.polls) for (const name of Object.keys(task ?? {})) missing.delete(name);
      const summary = hasSummary ? recordOf((await readSummary(context, end)).answer) : null;
      if (summary !== null) summaries.push(summary);
    }
    reportReplaced(context, summaries);
    // The form of the links is judged by tasks.summary-link, and a client knows the id, with which it has read the task.
    for (const name of ['_links', 'id']) missing.delete(name);
    if (missing.size === 0 || last === undefined) return;
    const names = [...missing].join(', ');
    context.report(last, {
      at: '',
      expected: `${names} in at least one task`,
      actual: `none of them in ${plural(ENOUGH, 'task')}`,
      message: `none of ${plural(ENOUGH, 'task')} has ${names}`,
    });
  },
};

/**
 * Reports a count that no summary has, where all have another number in its place: a count of nothing may be absent, but a
 * number that the document does not name stands for it.
 */
function reportReplaced(context: WriteContext, summaries: readonly JsonRecord[]): void {
  if (summaries.length < ENOUGH || context.last === undefined) return;
  const kinds = fields[context.world.operation(SUMMARY).success.schema ?? ''] ?? {};
  const inAll = (name: string) => summaries.every((one) => typeof one[name] === 'number');
  const [other] = Object.keys(summaries[0] ?? {}).filter((name) => kinds[name] === undefined && inAll(name));
  const missing = Object.entries(kinds).filter(
    ([name, kind]) => kind === 'integer' && summaries.every((one) => !Object.hasOwn(one, name)),
  );
  for (const [name] of other === undefined ? [] : missing) {
    context.report(context.last, {
      at: `/${name}`,
      expected: `the name ${name}`,
      actual: `${other}`,
      message: `none of ${summaries.length} summaries has ${name}, but all have ${other}`,
    });
  }
}
