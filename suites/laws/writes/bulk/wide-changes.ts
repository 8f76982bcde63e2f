import type { Answer } from '../../../../engine/client/answer.js';
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

/** The records whose flags that a change does not name have other values than its own, or differ, come first. */
export function byOtherFlags({ kind }: WriteContext, { field, value }: Change, records: readonly Held[]): Held[] {
  const names = Object.values(kind.bulk.flags).filter((name) => name !== field);
  const telling = ({ before }: Held) =>
    new Set(names.map((name) => before[name])).size * 2 + Number(names.some((name) => before[name] === !value));
  return records.toSorted((one, other) => telling(other) - telling(one));
}

/** Reports flags that a bulk update did not name, and that changed in the records that it reached. */
export async function reportOtherFlags(
  context: WriteContext,
  answer: Answer,
  { change, reached, what }: { readonly change: Change; readonly reached: readonly Held[]; readonly what: string },
): Promise<void> {
  const operation = context.world.operation(context.kind.list);
  const names = Object.values(context.kind.bulk.flags).filter((name) => name !== change.field);
  const { value: changed } = await context.until(
    async () => {
      const { items } = await context.walk(100, {}, { operation, params: {} });
      const pairs = reached.flatMap(({ id, before }) =>
        items.filter((item) => isSameId(item.id, id)).map((now) => ({ id, before, now })),
      );
      return names.map((name) => pairs.filter(({ before, now }) => now[name] === !before[name]).map(({ id }) => id));
    },
    (all) => all.every((ids) => ids.length === 0),
  );
  for (const [index, ids] of changed.entries()) {
    if (!areTooMany(ids, reached.length)) continue;
    const message = `${what}, which names ${change.marker} alone, changed ${names[index]} of ${plural(ids.length, 'record')} that it reached, such as ${ids[0]}`;
    const at = `/items/*/${names[index]}`;
    context.report(answer, { at, expected: 'the value before', actual: 'the opposite', message });
  }
}

/** The other records that a change reached and that stay so: a replica that is behind may show an earlier change. */
export async function hitBeside(context: WriteContext, change: Change, named: readonly string[]): Promise<string[]> {
  const { value } = await context.until(
    async () => (await hit(context, change)).filter((id) => !named.some((one) => isSameId(one, id))),
    (ids) => ids.length === 0,
  );
  return value;
}
