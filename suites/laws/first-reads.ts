import type { Operation } from '../../contract/types.js';
import type { Answer } from '../../engine/client/answer.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { spread } from '../../engine/session/diverse.js';
import type { JsonRecord } from '../../engine/session/page.js';
import { pathParameters } from '../../engine/session/world.js';
import { countsOf, detailIds, listOf } from './detail-ids.js';
import { paramsFor } from './params-for.js';

/** The maximum number of other records, or parents, that are read several times. */
const OTHERS = 6;
/** How many of them have to show the same. */
const ENOUGH = 2;

/** Values that cannot be lost. */
const EMPTY = new Set(['null', '""', '0', '[]', '{}']);

/** What differs between two responses to the same request: names that are the same for each record. */
export type Differing = (one: Answer, other: Answer) => readonly string[];

/** What differs between reads of other records too. */
export interface ElsewhereToo {
  readonly what: string;
  /** The response that differs from the one before it. */
  readonly answer: Answer;
}

/** Whether other records can be asked for what reads of one record have shown. */
export const hasOthers = (operation: Operation): boolean =>
  pathParameters(operation).length === 1 && listOf(operation) !== null;

/**
 * Whether what has changed between two reads of a record changes between the first two reads of other records too, right after
 * each other, and then either stays or takes turns: the records of a live target are not all changed in between. Inconclusive
 * if there are too few other records.
 */
export async function differElsewhere(
  context: AskContext,
  differing: Differing,
  sought: readonly string[],
): Promise<ElsewhereToo | null> {
  const ids = hasOthers(context.operation) ? await othersOf(context, sought) : [];
  if (ids.length < ENOUGH) context.inconclusive('the records changed during the check, and few others can be read');
  const times = new Map<string, number>();
  for (const id of ids) {
    const read = (again: string) =>
      context.ask({}, { params: paramsFor(context.operation, id), ...(again !== '' && { again }) });
    const [first, second] = [await read(''), await read('second')];
    const changed = differing(first, second).filter((name) => sought.includes(name));
    if (changed.length === 0) continue;
    const [third, fourth] = [await read('third'), await read('fourth')];
    const [stays, returns] = [
      [...differing(second, third), ...differing(third, fourth)],
      [...differing(first, third), ...differing(second, fourth)],
    ];
    for (const what of changed) {
      if (stays.includes(what) && returns.includes(what)) continue;
      const seen = (times.get(what) ?? 0) + 1;
      times.set(what, seen);
      if (seen === ENOUGH) return { what, answer: second };
    }
  }
  return null;
}

/** The ids of records, or parents, of which few were read before: those first that have what is sought, as far as their list shows it. */
async function othersOf(context: AskContext, sought: readonly string[]): Promise<string[]> {
  const list = listOf(context.operation);
  if (list === null) return [];
  const page = await context.attempt(() => context.page({}, { operation: context.world.operation(list) }));
  const known = new Set((await detailIds(context)).map(({ id }) => id));
  const others = (page?.items ?? []).filter(({ id }) => typeof id === 'string' && id !== '' && !known.has(id));
  const counts = countsOf(context.operation);
  const hasValue = (item: JsonRecord, name: string) => !EMPTY.has(JSON.stringify(item[name] ?? null));
  const telling = others.filter(
    (item) =>
      sought.every((name) => !(name in item) || hasValue(item, name)) &&
      (counts.length === 0 || counts.some((name) => hasValue(item, name))),
  );
  return spread(telling.length < ENOUGH ? others : telling, OTHERS).map(({ id }) => String(id));
}
