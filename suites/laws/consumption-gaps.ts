import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext, AskOptions } from '../../engine/session/ask-context.js';
import { isMissing } from '../../engine/session/diverse.js';
import type { JsonRecord, Walk } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { plural } from '../../numbers/plural.js';
import { childrenOf, isAmong, listedBy, parentsOf, SEVERAL } from './own-children.js';

/** Fields of a user that say nothing of what the user does. */
const FIELDS = ['department', 'country', 'employmentStatus', 'createdDate'];
/** The names of a user that a consumption has too: without one, it cannot be found. */
const NAMES = ['email', 'displayName'];
/** The fewest users with a value, all of whom have a consumption: that is no chance beside those without one. */
const ENOUGH = 8;

/** How a record may lack a value: a list that is joined with another one may lose the users with one of them alone. */
const MISSING: readonly ((value: unknown) => boolean)[] = [
  (value) => value === null,
  (value) => value === undefined,
  (value) => value === '',
  isMissing,
];

/** A field without which users have no consumption. */
interface Lacking {
  readonly field: string;
  /** The users without it: several, beside enough with it. */
  readonly users: readonly JsonRecord[];
}

/** The users that a consumption can be found of. */
const named = (users: readonly JsonRecord[]): JsonRecord[] =>
  users.filter((user) => NAMES.some((name) => !isMissing(user[name])));

/** The fields that several users lack, beside enough that have them. */
function lackingIn(users: readonly JsonRecord[]): Lacking[] {
  return FIELDS.flatMap((field) =>
    MISSING.map((isWithout) => ({ field, users: users.filter((user) => isWithout(user[field])) })),
  ).filter((lacking) => lacking.users.length >= SEVERAL && users.length - lacking.users.length >= ENOUGH);
}

/** The field without which none of the users has a consumption, where each user with it has one. */
function gapIn(users: readonly JsonRecord[], lacking: readonly Lacking[], consumptions: readonly JsonRecord[]) {
  const consuming = new Set(users.filter((user) => isAmong(user, consumptions)));
  return lacking.find((one) => users.every((user) => consuming.has(user) !== one.users.includes(user)));
}

/**
 * Which users have a consumption is unspecified, and may depend on what they do. It does not depend on whether a text of theirs is
 * known: a list that is joined with another one loses the users without it. `users` is the operation that lists the users.
 */
export function consumptionGaps(users: string): AskRule {
  return {
    id: 'relations.consumption-gaps',
    clause: 'relations.consumption-gaps',
    from: 'standard',
    needs: ['records'],
    appliesTo: () => true,
    async ask(context) {
      let compared = 0;
      for (const { params } of await parentsOf(context)) {
        const read = (again?: string) => gapOf(context, users, params, again);
        const first = await read();
        if (first === null) continue;
        compared += 1;
        if (first.gap === undefined) continue;
        const { field, users: lacking } = first.gap;
        const again = await read('consumption gaps');
        if (again?.gap?.field !== field) context.inconclusive('the users or the consumptions changed during the check');
        const [page] = first.consumptions.pages;
        if (page === undefined) continue;
        const message = `none of the ${plural(lacking.length, 'user')} of ${Object.values(params).join(', ')} without ${field} has a consumption, and each of the others has one`;
        const expected = `consumptions of users without ${field}`;
        context.report(page.answer, { at: '/items', expected, actual: 'none', message });
      }
      if (compared === 0)
        context.lacksData('no parent with consumptions has several users without a field, and enough with it');
    },
  };
}

/** The gap in the consumptions of a parent, if there is one; `null` where nothing can be seen of any. */
async function gapOf(
  context: AskContext,
  users: string,
  params: Readonly<Record<string, string>>,
  again?: string,
): Promise<{ readonly consumptions: Walk; readonly gap: Lacking | undefined } | null> {
  const options: AskOptions = again === undefined ? {} : { again };
  const consumptions = await childrenOf(context, { params }, options);
  const own = await listedBy(context, params, context.world.operation(users), options);
  if (consumptions.partial || own.partial || consumptions.items.length < SEVERAL) return null;
  // A target that returns the same for everything proves nothing.
  if (sameJson(consumptions.items, own.items)) return null;
  const known = named(own.items);
  const lacking = lackingIn(known);
  return lacking.length === 0 ? null : { consumptions, gap: gapIn(known, lacking, consumptions.items) };
}
