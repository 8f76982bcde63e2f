import type { WriteRule } from '../../../../engine/run/rule.js';
import { isBulkUpdate } from '../../applies.js';
import { readPathsOf, reportListed } from '../read-paths.js';
import { allFlags, fieldsOfFlags, order } from './order.js';

export const listed: WriteRule = {
  id: 'bulk.listed',
  clause: 'bulk.listed',
  needs: [],
  records: 4,
  appliesTo: isBulkUpdate,
  async write(context) {
    const found = await Promise.all(
      context.records.map(async (record) => ({ record, paths: await readPathsOf(context, record) })),
    );
    // The record that most lists contain.
    const [{ record, paths } = { record: context.record, paths: [] }] = found.sort(
      (a, b) => b.paths.length - a.paths.length,
    );
    if (paths.length === 0) context.inconclusive('no list that can be read completely contains the record');
    const missing = new Set<string>();
    // Both values, because the record may have one of them from the start.
    for (const flags of [allFlags(context, true), allFlags(context, false)]) {
      await order(context, { ids: [record.id], flags });
      for (const path of paths) {
        const isListed = await reportListed(context, { path, record }, fieldsOfFlags(context, flags));
        if (!isListed) missing.add(context.world.operation(path.operation).title);
      }
      if (context.evidence.length > 0) return;
    }
    // Another client may have removed it, and which records such a list contains may depend on their flags.
    if (missing.size > 0)
      context.inconclusive(`after a bulk update, ${[...missing].join(', ')} no longer contained ${record.id}`);
  },
};
