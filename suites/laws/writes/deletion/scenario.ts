import type { Answer } from '../../../../engine/client/answer.js';
import { DEFAULT_SIZE } from '../../../../engine/session/ask-context.js';
import type { Walk } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import { WorldSlot } from '../../../../engine/session/slot.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { MALFORMED_ID, unknownId } from '../../../../generators/ids.js';
import { CREDENTIAL_WORDS } from '../../credential-words.js';
import { settledMs } from '../settled.js';
import { type Consumed, consumedAfter, consumptionsOf } from './consumed.js';
import { type Deletion, Deletions, goneBy, idsOf, isCrash, sentOf } from './deletions.js';
import { type Elsewhere, elsewhereOf, listingsOf, subscriptionsOf, withOtherLosses } from './elsewhere.js';
import { OWN, type OwnFields, ownFieldsOf, subscriptionsIn } from './own-fields.js';
import { allRemovable, withOthers } from './removable-users.js';
import { editedIn } from './touched.js';

/** All deletions of a run. Those that must remove no user come first, because a removal cannot be undone. */
export interface Scenario {
  /** With a missing, an empty and a wrong credential; empty if the user gave no credential. */
  readonly unauthorized: readonly Deletion[];
  readonly unknownUser: Deletion;
  /** Of an id that is not a UUID. */
  readonly malformedUser: Deletion;
  readonly unknownSubscription: Deletion;
  /** Of a user of the subscription and an unknown one; `null` if the fixtures have too few. */
  readonly partlyUnknown: Deletion | null;
  /** The first removal: of one user alone or, if there are exactly three, of all of them. */
  readonly one: Deletion;
  /** The same user, or the first of the three, a second time. */
  readonly again: Deletion;
  /** The first of those that can remove no user and returned a server error, once more; `null` if none did. */
  readonly crashedAgain: Deletion | null;
  /** Several other users together; `null` if the fixtures have too few. */
  readonly several: Deletion | null;
  /** All users who are left, the id of the first one twice; `null` if the fixtures have too few. */
  readonly repeated: Deletion | null;
  /** The own fields of the removable users, before the first removal and after the last one. */
  readonly ownFields: {
    readonly before: readonly OwnFields[];
    readonly after: readonly OwnFields[];
    /** The fields in which a user who stays differs before and after all removals. */
    readonly edited: readonly string[];
  };
  /** The other subscriptions of the one user; `null` if they cannot be read. */
  readonly elsewhere: Elsewhere | null;
  /** The lists of the users and of the consumptions after all removals, unless they are too long to be read. */
  readonly totals: readonly Counted[];
  /** The removed users who are in the subscription again once the consistency window has passed. */
  readonly returned: { readonly answer: Answer; readonly users: readonly string[] } | null;
  /** The consumption records of the subscription after all removals; `null` if they cannot be read. */
  readonly consumptions: Consumed | null;
}

/** A list with its total and the number of its items. */
interface Counted {
  readonly title: string;
  readonly answer: Answer;
  readonly total: number | null;
  readonly items: number;
  /** A page with fewer users than the page size that is not the last one; `null` if there is none. */
  readonly short: { readonly answer: Answer; readonly size: number; readonly items: number } | null;
}

/** So few users make a list, and so few have a first, a middle and a last one. */
const PAIR = 2;
const THREE = 3;

const SCENARIO = new WorldSlot<Scenario>();

/** All deletions that should remove users whom no earlier one was to remove. */
export function removalsOf({ one, several, repeated }: Scenario): Deletion[] {
  return sentOf([one, several, repeated]);
}

/** Runs the scenario once for all rules that judge it. */
export function scenarioOf(context: WriteContext): Promise<Scenario> {
  return SCENARIO.of(context, () => play(context));
}

async function play(context: WriteContext): Promise<Scenario> {
  const deletions = new Deletions(context);
  const all = await allRemovable(context);
  const first = await withOthers(context, all);
  // A target may remove the known one of a list, and the other removals need three.
  const spare = all.length > THREE ? all.filter((id) => id !== first).at(-1) : undefined;
  const mixed = spare === undefined ? null : [spare, unknownId(context.seed)];
  const partlyUnknown =
    mixed &&
    (await deletions.remove(
      mixed,
      { what: 'of a known and an unknown user', expected: true, mayBeRejected: true },
      () => (deletions.present(mixed).length > 0 ? mixed : null),
    ));
  const everyone =
    partlyUnknown === null ? all : all.filter((id) => id !== spare || deletions.present([id]).length > 0);
  // One of a list may be kept for its place, or a longer list rejected, and three users are too few for two removals.
  const initial = everyone.length === THREE ? everyone : [first];
  const nextOf = (users: readonly string[], count = 1) => {
    const next = deletions.present(users).slice(0, count);
    return next.length < count ? null : next;
  };
  const unauthorized: Deletion[] = [];
  for (const credential of context.target.hasCredential ? context.target.unauthorized : []) {
    const how = { what: CREDENTIAL_WORDS[credential], credential };
    unauthorized.push(await deletions.remove([first], how, () => nextOf([first, ...everyone])));
  }
  const unknownUser = await deletions.remove([unknownId(context.seed)], { what: 'of an unknown user' });
  const malformedUser = await deletions.remove([MALFORMED_ID], { what: 'of an id that is not a UUID' });
  const elsewhereUnknown = { what: 'from an unknown subscription', from: unknownId(context.seed + 1) };
  const unknownSubscription = await deletions.remove([first], elsewhereUnknown, () => nextOf([first, ...everyone]));
  const subscriptions = await context.attempt(() => subscriptionsOf(context, first));
  const before = await ownFieldsOf(context, everyone);
  const listings = await listingsOf(context, [
    ...(subscriptions?.others ?? []),
    ...otherSubscriptionsOf(context, before),
  ]);
  const countOf = (user: string) => subscriptionsIn(before, user).length;
  const present = await context.removal.list();
  const consumed = await context.attempt(() => consumptionsOf(context));
  // The first of several may be treated in another way, so it has other subscriptions that it can lose.
  const others = everyone
    .filter((id) => !initial.includes(id))
    .toSorted((id, other) => Number(id === spare) - Number(other === spare) || countOf(other) - countOf(id));
  const one = await deletions.removeTogether(initial, () => nextOf(others, initial.length));
  const elsewhere =
    subscriptions && (await context.attempt(() => elsewhereOf(context, first, { subscriptions, listings })));
  const again = await deletions.remove([first], { what: 'of an already removed user', mayGo: true });
  const crashed = [unknownUser, malformedUser, again].find(isCrash);
  const crashedAgain =
    crashed === undefined ? null : await deletions.remove(crashed.spelled, { what: 'once more', mayGo: true });
  const left = deletions.present(others);
  const [together, rest] = [left.slice(0, THREE), left.slice(THREE)];
  const several = together.length >= PAIR ? await deletions.removeTogether(together, () => nextOf(rest, PAIR)) : null;
  const last = deletions.present(rest);
  const repeated =
    last.length === 0
      ? null
      : await deletions.remove(
          [...last.slice(0, 1), ...last],
          { what: 'with a repeated user id', expected: true },
          () => null,
        );
  const removed = goneBy(sentOf([one, several, repeated]));
  return {
    unauthorized,
    unknownUser,
    malformedUser,
    unknownSubscription,
    partlyUnknown,
    one,
    again,
    crashedAgain,
    several,
    repeated,
    ownFields: {
      before,
      after: await ownFieldsOf(context, everyone),
      edited: editedIn(present, await context.removal.list(), OWN),
    },
    elsewhere: elsewhere && (await withOtherLosses(context, elsewhere, { listings, removed })),
    returned: await context.attempt(() => returnedOf(context, removed)),
    totals: await totalsOf(context),
    consumptions: consumed && (await context.attempt(() => consumedAfter(context, consumed.items, removed))),
  };
}

/** Which of the removed users are in the subscription again, and not only on a replica that is behind. */
async function returnedOf(context: WriteContext, removed: readonly string[]): Promise<Scenario['returned']> {
  await context.world.session.pause(settledMs(context));
  const { value: listed } = await context.until(
    async () => idsOf(await context.removal.list()),
    (now) => removed.every((id) => !now.includes(id)),
  );
  const users = removed.filter((id) => listed.includes(id));
  return context.last === undefined ? null : { answer: context.last, users };
}

/** The subscriptions of users, without the one that users are removed from. */
function otherSubscriptionsOf(context: WriteContext, users: readonly OwnFields[]): string[] {
  const { subscriptionId = '' } = context.removal.params([]);
  return users.flatMap(({ user }) => subscriptionsIn(users, user)).filter((id) => !isSameId(id, subscriptionId));
}

async function totalsOf(context: WriteContext): Promise<readonly Counted[]> {
  const { subscriptionId = '' } = context.removal.params([]);
  const counted: Counted[] = [];
  for (const id of ['getSubscriptionUsers', 'getSubscriptionUserConsumptions']) {
    const operation = context.world.operation(id);
    const read = () => context.walk(DEFAULT_SIZE, {}, { operation, params: { subscriptionId } });
    const totalIn = ({ pages }: Walk) => pages[0]?.totalItems ?? null;
    const agrees = (list: Walk) => totalIn(list) === null || totalIn(list) === list.items.length;
    const waited = await context.attempt(() => context.until(read, (list) => list.partial || agrees(list)));
    const list = waited?.value;
    const answer = list?.pages[0]?.answer;
    if (list === undefined || answer === undefined || list.partial) continue;
    const items = list.items.length;
    // A target may cap larger sizes than the default one.
    const size = Math.min(DEFAULT_SIZE, Math.ceil(items / THREE));
    const inPages = () => context.walk(size, {}, { operation, params: { subscriptionId } });
    const cut =
      size < PAIR
        ? null
        : await context.attempt(() => context.until(inPages, (walk) => shortPage(walk, items) === null));
    const short = cut === null || cut.value.partial ? null : shortPage(cut.value, items);
    counted.push({ title: operation.title, answer, total: totalIn(list), items, short });
  }
  return counted;
}

/**
 * The first page that is not full although the list has more users than those up to it, by its total, too: another client may remove
 * some in the meantime.
 */
function shortPage({ pages, pageSize: size }: Walk, known: number): Counted['short'] {
  const all = Math.min(known, pages[0]?.totalItems ?? known);
  let before = 0;
  for (const { answer, items } of pages) {
    before += items.length;
    if (items.length < size && before < all) return { answer, size, items: items.length };
  }
  return null;
}
