import type { Operation } from '../../contract/types.js';
import { recordsOf } from '../../engine/run/judge-state.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { isRecord, type JsonRecord, type Page } from '../../engine/session/page.js';
import { isList } from './applies.js';
import { fieldsOf } from './fields.js';

/** The texts of users that are one of a few words. */
const WORDS = ['status', 'employmentStatus', 'roles'];
/** The fewest words with another spelling: one may be a word of its own that a person has typed. */
const SEVERAL = 2;

/** Reports words of users that this list spells in another case than every other list of users. */
export async function reportSpelling(context: AskContext, page: Page): Promise<void> {
  const lists = await otherLists(context);
  for (const field of WORDS) {
    const own = new Set(wordsIn(page.items, field));
    const others = new Set(lists.flatMap((items) => wordsIn(items, field)));
    const recased = [...own].flatMap((word) => {
      const other = [...others].find((one) => one.toLowerCase() === word.toLowerCase());
      return other === undefined ? [] : [{ word, other }];
    });
    const [first] = recased;
    const isShared = [...own].some((word) => others.has(word));
    if (first === undefined || isShared || recased.length < (field === 'roles' ? SEVERAL : 1)) continue;
    const index = page.items.findIndex((item) => wordsIn([item], field).includes(first.word));
    const [actual, expected] = [JSON.stringify(first.word), JSON.stringify(first.other)];
    const message = `${field} is ${actual} in this list, and ${expected} in other lists of users`;
    context.report(page.answer, { at: `/items/${index}/${field}`, expected, actual, message });
  }
}

/** The first pages of the other lists of users. */
async function otherLists(context: AskContext): Promise<(readonly JsonRecord[])[]> {
  if (context.allowance.sparing) return [];
  const isOther = (one: Operation) => isList(one) && one.id !== context.operation.id && 'displayName' in fieldsOf(one);
  const others = context.world.described.operations.filter(isOther);
  const pages = await Promise.all(others.map((one) => context.attempt(() => context.world.plain(one))));
  return pages.map((answer, index) => recordsOf(others[index] as Operation, answer?.value).filter(isRecord));
}

/** The words of a field: its text, or the texts that it contains. */
function wordsIn(items: readonly JsonRecord[], field: string): string[] {
  return items.flatMap(({ [field]: value }) => {
    const words = typeof value === 'object' && value !== null ? Object.values(value) : [value];
    return words.filter((word): word is string => typeof word === 'string');
  });
}
