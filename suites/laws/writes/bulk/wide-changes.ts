import { identity } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { plural } from '../../../../numbers/plural.js';

/** A flag and the value that a check sets it to. */
export interface Change {
  readonly marker: string;
  readonly field: string;
  readonly value: boolean;
}

/** The records that a change would change. */
export function changedBy({ records }: WriteContext, { field, value }: Change): Held[] {
  return records.filter(({ before }) => before[field] === !value);
}

/** Each flag with each of its values. */
export function changesOf({ kind }: WriteContext): Change[] {
  return Object.entries(kind.bulk.flags).flatMap(([marker, field]) =>
    [true, false].map((value) => ({ marker, field, value })),
  );
}

/**
 * The change that shows in the fewest records, but in at least so many: a filter that is ignored has to show in other
 * records than those that it matches.
 */
export function smallestChange(context: WriteContext, atLeast: number): Change {
  const effective = changesOf(context).filter((change) => changedBy(context, change).length >= atLeast);
  const [smallest] = effective.sort((a, b) => changedBy(context, a).length - changedBy(context, b).length);
  return smallest ?? context.inconclusive(`no flag has the same value in ${plural(atLeast, 'record')}`);
}

/** The ids of the records that have changed as a check sent it, as their list shows them. */
export async function hit(context: WriteContext, change: Change): Promise<string[]> {
  const operation = context.world.operation(context.kind.list);
  const { items } = await context.walk(100, {}, { operation, params: {} });
  const had = new Set(changedBy(context, change).map(({ id }) => id));
  return items.filter((item) => item[change.field] === change.value && had.has(identity(item))).map(identity);
}

/** More than one record among many, because another client may have changed one. */
export function areTooMany(ids: readonly string[], of: number): boolean {
  return ids.length > 1 || (ids.length === 1 && of <= 3);
}

/** The other records that a change reached and that stay so: a replica that is behind may show an earlier change. */
export async function hitBeside(context: WriteContext, change: Change, named: readonly string[]): Promise<string[]> {
  const { value } = await context.until(
    async () => (await hit(context, change)).filter((id) => !named.some((one) => isSameId(one, id))),
    (ids) => ids.length === 0,
  );
  return value;
}
