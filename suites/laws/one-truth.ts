import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { differing } from '../../engine/session/differing.js';
import { spread } from '../../engine/session/diverse.js';
import { identity, type JsonRecord, type Page } from '../../engine/session/page.js';
import { recordIn } from '../../engine/session/record-in.js';
import { isSameId } from '../../engine/session/same-id.js';
import { sameJson } from '../../engine/session/validation.js';
import { plural } from '../../numbers/plural.js';
import { sameValue } from './same-value.js';

/** The maximum number of users that are read by their ids. */
const SAMPLES = 4;

/** How often a difference between two paths has to show again. */
const LOOKS = 3;
/** The fewest users with another value of a flag. */
const SEVERAL = 2;
/** Flags of a user that do not follow from what the user does. */
const FLAGS = ['isEnabled', 'isInReview', 'isQualified'];
const STABLE = ['username', 'email', 'displayName', 'country', 'department', 'createdDate'];

/** A user in a list has the same values when it is read by its id. */
export const oneTruth: AskRule = {
  id: 'relations.one-truth',
  clause: 'relations.one-truth',
  needs: ['records'],
  appliesTo: () => true,
  async ask(context) {
    const page = await context.page();
    let compared = 0;
    for (const listed of spread(page.items, SAMPLES).slice(0, context.upTo(SAMPLES, 2))) {
      const read = await userOf(context, identity(listed), undefined);
      if (read === null || !STABLE.some((field) => field in listed && field in read)) continue;
      compared += 1;
      const fields = differingStable(listed, read);
      if (fields.length === 0) continue;
      for (const field of await stableFields(context, listed, read, fields)) {
        const message = `${field} of the user ${identity(listed)} differs between the list and a read by id`;
        const expected = JSON.stringify(read[field]);
        context.report(page.answer, {
          at: `/items/${page.items.indexOf(listed)}/${field}`,
          expected,
          actual: JSON.stringify(listed[field]),
          message,
        });
      }
    }
    if (context.evidence.length > 0) return;
    await reportFlags(context, page);
    if (compared === 0) context.inconclusive('no user of the list could be read by its id with a field to compare');
  },
};

/** Reports flags that several users have with another value in the list of users, both times that both lists are read. */
async function reportFlags(context: AskContext, page: Page): Promise<void> {
  const operation = context.world.operation('getUsers');
  const users = await context.attempt(() => context.page({}, { operation, params: {} }));
  if (users === null) return;
  const odd = FLAGS.map((name) => ({ name, ids: differentIn(name, page, users) })).filter(isSeveral);
  if (odd.length === 0) return;
  const [again, usersAgain] = [
    await context.page({}, { again: 'flags' }),
    await context.page({}, { operation, params: {}, again: 'flags' }),
  ];
  for (const { name, ids } of odd) {
    const still = differentIn(name, again, usersAgain).filter((id) => ids.includes(id));
    const [first] = still;
    if (first === undefined || !isSeveral({ ids: still })) continue;
    const message = `${name} of ${plural(still.length, 'user')} differs between this list and the list of users, such as that of ${first}`;
    const at = page.items.findIndex((item) => identity(item) === first);
    const actual = JSON.stringify(page.items[at]?.[name]);
    context.report(page.answer, {
      at: `/items/${at}/${name}`,
      expected: 'the value in the list of users',
      actual,
      message,
    });
  }
}

/** Another client may change a user between two reads, but hardly several of them. */
const isSeveral = ({ ids }: { readonly ids: readonly string[] }): boolean => ids.length >= SEVERAL;

/** The users with different values of a flag in two lists. */
function differentIn(name: string, one: Page, other: Page): string[] {
  return one.items.flatMap((item) => {
    const same = other.items.find(({ id }) => isSameId(id, identity(item)));
    const values = [item[name], same?.[name]];
    return values.every((value) => typeof value === 'boolean') && values[0] !== values[1] ? [identity(item)] : [];
  });
}

/** The fields whose values stay the same on both paths however often both are re-read. */
async function stableFields(
  context: AskContext,
  listed: JsonRecord,
  read: JsonRecord,
  fields: readonly string[],
): Promise<readonly string[]> {
  const id = identity(listed);
  let left = fields;
  for (let look = 1; look <= LOOKS && left.length > 0; look += 1) {
    const page = await context.page({}, { again: `truth ${look} ${id}` });
    const [nowListed, nowRead] = [
      page.items.find((item) => identity(item) === id),
      await userOf(context, id, `truth ${look}`),
    ];
    if (nowListed === undefined || nowRead === null) return [];
    left = left.filter((one) => sameJson(listed[one], nowListed[one]) && sameJson(read[one], nowRead[one]));
  }
  return left;
}

async function userOf(context: AskContext, id: string, again: string | undefined): Promise<JsonRecord | null> {
  const operation = context.world.operation('getUser');
  const answer = await context.ask({}, { operation, params: { userId: id }, ...(again !== undefined && { again }) });
  return recordIn(answer);
}

/** The fields that both records have with different values. */
function differingStable(one: JsonRecord, other: JsonRecord): string[] {
  const shared = STABLE.filter((field) => field in one && field in other);
  return differing(one, other, shared, sameValue);
}
