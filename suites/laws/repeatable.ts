import type { Operation } from '../../contract/types.js';
import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, isRecord, pageOf } from '../../engine/session/page.js';
import { isServed, secondRead } from './accept.js';
import { isKpi, isList, isRead } from './applies.js';
import { sendFilters } from './filter/after-filters.js';
import { reportKeptError } from './filter/kept-error.js';
import { filterableUnlessSparing } from './filterable.js';
import { differElsewhere } from './first-reads.js';
import { strided } from './strided.js';

/** The maximum number of reads in which a list has to return to orders that it had left. */
const SWINGS = 10;

export const repeatable: AskRule = {
  id: 'answers.repeatable',
  clause: 'answers.repeatable',
  needs: ['answer'],
  appliesTo: isRead,
  async ask(context) {
    const seen = (answer: Answer) => ({ answer, essence: essenceOf(answer, context.operation) });
    const read = async (again: string) => seen(await context.ask({}, { valid: true, ...(again !== '' && { again }) }));
    const first = await read('');
    const found = await filterableUnlessSparing(context);
    if (found !== null && (await reportKeptError(context, found))) return;
    const second = seen(await secondRead(context));
    if (first.essence === second.essence) {
      const swinging = (await maySwing(context)) ? await swing(context) : null;
      if (swinging !== null)
        reportOther(context, swinging, 'repeating a read returned the same records in two orders in turn');
      return;
    }
    const third = await read('third');
    const fourth =
      found === null ? await read('fourth') : seen((await sendFilters(context, found.first, 'fourth')).plain);
    if (third.essence === fourth.essence) {
      // What another client has changed does not become what it was, and does not change with every read.
      const [fifth, sixth] = [await read('fifth'), await read('sixth')];
      const isChanging = fifth.essence !== fourth.essence && sixth.essence !== fifth.essence;
      if (fifth.essence !== first.essence && !isChanging) return reportElsewhere(context);
    }
    // One error between equal reads may have any reason; right after other filters again, it is the target that keeps them.
    if (!isServed(second.answer) && fourth.essence === first.essence)
      context.inconclusive(`one of several equal requests returned ${second.answer.summary} (see also answers.accept)`);
    const what = isKpi(context.operation) ? 'other numbers' : 'different records or another order';
    reportOther(context, fourth.answer, `repeating a read returned ${what}, in each of four attempts`);
  },
};

/** Reports a first read that differed from all later ones if those of other records do too. */
async function reportElsewhere(context: AskContext): Promise<void> {
  const { operation } = context;
  const differing = (one: Answer, other: Answer) =>
    essenceOf(one, operation) === essenceOf(other, operation) ? [] : ['records'];
  const found = await differElsewhere(context, differing, ['records']);
  if (found === null)
    context.inconclusive('the records changed during the check: the first read returned something else');
  reportOther(
    context,
    found.answer,
    'the first read returned different records or another order than the second, with several ids',
    true,
  );
}

function reportOther(context: AskContext, answer: Answer, message: string, replicated = false): void {
  context.report(answer, {
    at: '',
    expected: isKpi(context.operation)
      ? 'the numbers of the previous read'
      : 'the records of the previous read, in the same order',
    actual: essenceOf(answer, context.operation),
    message,
    ...(replicated && { replicated }),
  });
}

/** Whether a list may have two orders in turn. A re-run has nothing to compare with, and confirms what the check has found. */
async function maySwing(context: AskContext): Promise<boolean> {
  const { session } = context.world;
  return (session.confirms && isList(context.operation)) || isOtherElsewhere(context);
}

/**
 * Whether other checks read a list in another order: two reads in a row can agree by chance on a target that returns a list
 * in two orders in turn.
 */
async function isOtherElsewhere(context: AskContext): Promise<boolean> {
  if (!isList(context.operation) || context.allowance.sparing) return false;
  const shown = (await context.page()).items.map(identity);
  const whole = await context.attempt(() => context.collection());
  const parts = whole === null ? null : await context.attempt(() => strided(context, whole));
  return [whole, parts].some((walk) =>
    walk?.items.some((item, at) => at < shown.length && identity(item) !== shown[at]),
  );
}

/** The read with which a list returned to an order that it had left before, for the second time; `null` if it did not. */
async function swing(context: AskContext): Promise<Answer | null> {
  const orders: string[] = [];
  let returns = 0;
  for (let read = 1; read <= SWINGS; read += 1) {
    const answer = await context.ask({}, { valid: true, again: `swing ${read}` });
    const order = essenceOf(answer, context.operation);
    if (order !== orders.at(-1) && orders.includes(order)) returns += 1;
    if (returns === 2) return answer;
    orders.push(order);
  }
  return null;
}

/** What must not differ between two reads: the ids and their order. Values may change on a live target. */
function essenceOf(answer: Answer, operation: Operation): string {
  const list = isList(operation);
  if (list && answer.status !== 200) return `${answer.status}`;
  if (list) return JSON.stringify(pageOf(answer).items.map(identity));
  const { json: body } = answer;
  const value = body.problem === undefined ? body.value : null;
  if (!isRecord(value)) return `${answer.status}`;
  // The KPIs of a moment are the same in each read of it, but for the time.
  if (isKpi(operation))
    return JSON.stringify(value, (_name, held: unknown) => (typeof held === 'string' ? null : held));
  return JSON.stringify([value.id ?? null, Object.keys(value).sort()]);
}
