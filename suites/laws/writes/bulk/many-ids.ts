import type { WriteRule } from '../../../../engine/run/rule.js';
import { plural } from '../../../../numbers/plural.js';
import { isBulkUpdate } from '../../applies.js';
import { differingFields, reportFields } from '../compare.js';
import { allFlags, fieldsOfFlags, order } from './order.js';

/** Other rules list one to three ids. A target that takes only some of many most likely takes ten. */
export const MANY = 12;
const ENOUGH = 3;

export const manyIds: WriteRule = {
  id: 'bulk.many-ids',
  clause: 'bulk.effect',
  needs: [],
  records: MANY,
  prefers: 'diverse',
  appliesTo: isBulkUpdate,
  async write(context) {
    const ids = context.records.map(({ id }) => id);
    if (ids.length < ENOUGH) context.inconclusive(`only ${plural(ids.length, 'record')} can be restored`);
    let state = {};
    // Both values, because the records may have one of them from the start.
    for (const flags of [allFlags(context, true), allFlags(context, false)]) {
      await order(context, { ids, flags, rest: state });
      state = flags;
      const expected = fieldsOfFlags(context, flags);
      for (const record of context.records) {
        const { value: now } = await context.until(
          () => context.read(record),
          // After the first finding, the rest is read without waiting.
          (read) => differingFields(read, expected).length === 0 || context.evidence.length > 0,
        );
        const names = differingFields(now, expected);
        const of = `of ${record.id}, after a bulk update of ${ids.length} records completed,`;
        if (context.last !== undefined) reportFields(context, context.last, { record: now, expected, names, of });
      }
      if (context.evidence.length > 0) return;
    }
  },
};
