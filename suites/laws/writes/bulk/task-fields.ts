import type { WriteRule } from '../../../../engine/run/rule.js';
import { plural } from '../../../../numbers/plural.js';
import { fields } from '../../../../schemas/generated/fields.js';
import { isBulkUpdate } from '../../applies.js';
import { allFlags, order } from './order.js';

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
    for (let count = 1; count <= ENOUGH && missing.size > 0; count += 1) {
      const { end } = await order(context, { ids: [context.record.id], flags: allFlags(context, count % 2 === 1) });
      for (const { task } of end.polls) for (const name of Object.keys(task ?? {})) missing.delete(name);
    }
    // The form of the links is judged by tasks.summary-link, and a client knows the id, with which it has read the task.
    for (const name of ['_links', 'id']) missing.delete(name);
    if (missing.size === 0 || context.last === undefined) return;
    const names = [...missing].join(', ');
    context.report(context.last, {
      at: '',
      expected: `${names} in at least one task`,
      actual: `none of them in ${plural(ENOUGH, 'task')}`,
      message: `none of ${plural(ENOUGH, 'task')} has ${names}`,
    });
  },
};
