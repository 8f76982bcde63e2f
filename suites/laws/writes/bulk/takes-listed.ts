import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { order } from './order.js';

/**
 * Makes sure, before a bulk update of all records, that the target takes one of listed records, by one that changes
 * nothing: only that restores the flags of a record which an update rejects.
 */
export async function assertTakesListed(context: WriteContext, record = context.record): Promise<void> {
  if (context.bulk.takesListed) return;
  const { id, before } = record;
  const own = Object.entries(context.kind.bulk.flags).map(
    ([marker, field]) => [marker, before[field] === true] as const,
  );
  await order(context, { ids: [id], flags: Object.fromEntries(own.slice(0, 1)), rest: Object.fromEntries(own) });
}
