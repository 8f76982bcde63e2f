import type { Operation } from '../../contract/types.js';
import type { Answer } from '../../engine/client/answer.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { spread } from '../../engine/session/diverse.js';
import type { JsonRecord } from '../../engine/session/page.js';
import { pathParameters } from '../../engine/session/world.js';
import { countsOf, detailIds, listOf } from './detail-ids.js';
import { paramsFor } from './params-for.js';

/** The maximum number of other records, or parents, that are read several times. */
const OTHERS = 4;
/** How many may be looked at to find these: of some, another check has the first read, which was long before the second one. */
const CANDIDATES = 12;
/** How many of them have to show the same. */
const ENOUGH = 3;
/** How often each of them is read. */
const READS = 5;

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
 * each other, and then either stays or returns in each of them: the records of a live target change later too. Inconclusive
 * if there are too few other records.
 */
export async function differElsewhere(
  context: AskContext,
  differing: Differing,
  sought: readonly string[],
): Promise<ElsewhereToo | null> {
  const ids = hasOthers(context.operation) ? await othersOf(context, sought) : [];
  const found = new Map<string, Answer[]>();
  const moving = new Set<string>();
  let others = 0;
  for (const id of ids) {
    if (others === OTHERS) break;
    const began = Date.now();
    const params = paramsFor(context.operation, id);
    const answers = [await context.ask({}, { params })];
    if (answers.some(({ startedAt }) => startedAt < began)) continue;
    others += 1;
    for (let read = 2; read <= READS; read += 1) answers.push(await context.ask({}, { params, again: `read ${read}` }));
    for (const what of sought) {
      const [first, second] = answers.filter((_answer, at) => at === 0 || changesAt(answers, at, what, differing));
      if (first === undefined || second === undefined) continue;
      if (!isOfReads(answers, what, differing)) moving.add(what);
      else found.set(what, [...(found.get(what) ?? []), second]);
    }
  }
  if (others < ENOUGH) context.inconclusive('the records changed during the check, and few others can be read');
  for (const [what, [answer, ...more]] of found) {
    if (answer !== undefined && more.length + 1 >= ENOUGH && !moving.has(what)) return { what, answer };
  }
  return null;
}

/** Whether a response differs from the one before it. */
function changesAt(answers: readonly Answer[], at: number, what: string, differing: Differing): boolean {
  const [before, answer] = [answers[at - 1], answers[at]];
  return before !== undefined && answer !== undefined && differing(before, answer).includes(what);
}

/** Whether the first response alone differs, or two of them take turns. */
function isOfReads(answers: readonly Answer[], what: string, differing: Differing): boolean {
  const changes = answers.flatMap((answer, at) => (changesAt(answers, at, what, differing) ? [{ answer, at }] : []));
  const [first, [other]] = [answers[0], changes];
  if (changes.length <= 1) return other?.at === 1;
  const isOneOf = (answer: Answer) =>
    [first, other?.answer].some((one) => one !== undefined && !differing(one, answer).includes(what));
  return answers.every(isOneOf);
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
  return spread(telling.length < ENOUGH ? others : telling, CANDIDATES).map(({ id }) => String(id));
}
