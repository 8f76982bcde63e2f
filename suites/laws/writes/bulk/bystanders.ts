import type { WriteRule } from '../../../../engine/run/rule.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isBulkUpdate } from '../../applies.js';
import { brief, readUntil } from '../compare.js';
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
    const { value: read } = await context.until(
      () => context.read(other),
      (is) => context.differing(before, is).length === 0,
    );
    const [name] = context.differing(before, read);
    if (name === undefined) continue;
    const [expected, actual] = [brief(before[name]), brief(read[name])];
    const message = `a bulk update of ${record.id} with ${JSON.stringify(flags)} also changed ${name} of ${other.id} from ${expected} to ${actual}`;
    context.report(answer, { at: `/${name}`, expected, actual, message, spreads: context.kind.id });
  }
  return now;
}
