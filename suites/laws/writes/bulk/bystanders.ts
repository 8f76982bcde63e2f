import type { WriteRule } from '../../../../engine/run/rule.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isBulkUpdate } from '../../applies.js';
import { differingFields, readUntil, reportFields } from '../compare.js';
import { allFlags, fieldsOfFlags, order } from './order.js';

/** A record that a bulk update does not list, as it was before that. */
interface Bystander {
  readonly record: Held;
  readonly before: JsonRecord;
}

/**
 * Whether bulk updates leave records alone that they do not list. One of these has all flags and one has none: a target may set the
 * flags of the others to the opposite value, which only records with the other one show.
 */
export const bystanders: WriteRule = {
  id: 'bulk.bystanders',
  clause: 'bulk.effect',
  needs: [],
  records: 3,
  alone: true,
  appliesTo: isBulkUpdate,
  async write(context) {
    const [listed = context.record, ...beside] = context.records;
    const known: Bystander[] = [];
    for (const [at, record] of beside.entries()) {
      const before = await ordered(context, record, at === 0, known);
      known.push({ record, before });
    }
    for (const value of [true, false]) await ordered(context, listed, value, known);
  },
};

/** Sets all flags of a record, and compares the others with what they were; returns the record after it. */
async function ordered(
  context: WriteContext,
  record: Held,
  value: boolean,
  others: readonly Bystander[],
): Promise<JsonRecord> {
  const flags = allFlags(context, value);
  const { answer } = await order(context, { ids: [record.id], flags });
  const { value: now } = await readUntil(context, record, fieldsOfFlags(context, flags));
  for (const { record: other, before } of context.evidence.length > 0 ? [] : others) {
    const expected = context.watched(before);
    const { value: read } = await readUntil(context, other, expected);
    const names = differingFields(read, expected);
    const of = `of ${other.id}, after a bulk update of ${record.id} alone with ${JSON.stringify(flags)},`;
    reportFields(context, answer, { record: read, expected, names, of, spreads: context.kind.id });
  }
  return now;
}
