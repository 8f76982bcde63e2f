import type { Answer } from '../../../../engine/client/answer.js';
import { isGatewayError } from '../../../../engine/client/cause.js';
import { DEFAULT_SIZE } from '../../../../engine/session/ask-context.js';
import type { JsonRecord, Page } from '../../../../engine/session/page.js';
import { NotApplicable } from '../../../../engine/session/signals.js';
import { WorldSlot } from '../../../../engine/session/slot.js';
import type { WriteCredential } from '../../../../engine/target/credentials.js';
import type { WriteContext, WriteRequest } from '../../../../engine/writes/write-context.js';
import { MALFORMED_ID, unknownId } from '../../../../generators/ids.js';
import { plural } from '../../../../numbers/plural.js';
import { CREDENTIAL_WORDS } from '../../credential-words.js';
import { type Consumed, consumedAfter, consumptionsOf } from './consumed.js';
import { type Elsewhere, elsewhereOf, listedIn, subscriptionsOf } from './elsewhere.js';
import { OWN, type OwnFields, ownFieldsOf } from './own-fields.js';
import { allRemovable, withOthers } from './removable-users.js';
import { editedIn, type Touched, touchedIn } from './touched.js';

/** One deletion, with who was in the subscription before and after it. */
export interface Deletion {
  /** The request, in words. */
  readonly what: string;
  readonly answer: Answer;
  /** The ids in the request, as it spells them, and in lower case as in `before` and `after`. */
  readonly spelled: readonly string[];
  readonly named: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The fields that changed in records of users who are still in the subscription. */
  readonly touched: readonly Touched[];
  /** The credential it was sent with. */
  readonly credential: WriteCredential;
}

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
  /** Several other users together; `null` if the fixtures have too few. */
  readonly several: Deletion | null;
  /** A user whose id is repeated; `null` if the fixtures have too few. */
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
  /** The lists of the users and of the consumptions after all removals, unless they fill more than one page. */
  readonly totals: readonly Counted[];
  /** The removed users who are in the subscription again once the consistency window has passed. */
  readonly returned: { readonly answer: Answer; readonly users: readonly string[] } | null;
  /** The consumption records of the subscription after all removals; `null` if they cannot be read. */
  readonly consumptions: Consumed | null;
}

/** A list that fits on one page, with its total and the number of its items. */
interface Counted {
  readonly title: string;
  readonly answer: Answer;
  readonly total: number | null;
  readonly items: number;
}

/** The maximum number of users that are removed at once. */
const MOST = 4;

/** The fewest users that make a list, and what a target may return for a longer one: request size limits are not shown. */
const FEWEST = 2;
const TOO_LARGE: readonly number[] = [400, 413, 414];

/** So few users have a first, a middle and a last one. */
const THREE = 3;

/** The maximum time after which a removal is read again, in milliseconds. */
const SETTLED_MS = 1000;

const SCENARIO = new WorldSlot<Scenario>();

/** Runs the scenario once for all rules that judge it. */
export function scenarioOf(context: WriteContext): Promise<Scenario> {
  return SCENARIO.of(context, () => play(context));
}

async function play(context: WriteContext): Promise<Scenario> {
  const all = await allRemovable(context);
  const first = await withOthers(context, all);
  // A target may remove the known one of a list, and the other removals need three.
  const spare = all.length > THREE ? all.filter((id) => id !== first).at(-1) : undefined;
  const partlyUnknown =
    spare === undefined
      ? null
      : await remove(context, [spare, unknownId(context.seed)], {
          what: 'of a known and an unknown user',
          expected: true,
          mayBeRejected: true,
        });
  const everyone =
    partlyUnknown === null ? all : all.filter((id) => id !== spare || partlyUnknown.after.includes(id.toLowerCase()));
  // One of a list may be kept for its place, or a longer list rejected, and three users are too few for two removals.
  const initial = everyone.length === THREE ? everyone : [first];
  const others = everyone.filter((id) => !initial.includes(id));
  const unauthorized: Deletion[] = [];
  for (const credential of context.target.hasCredential ? context.target.unauthorized : []) {
    unauthorized.push(await remove(context, [first], { what: CREDENTIAL_WORDS[credential], credential }));
  }
  const unknownUser = await remove(context, [unknownId(context.seed)], { what: 'of an unknown user' });
  const malformedUser = await remove(context, [MALFORMED_ID], { what: 'of an id that is not a UUID' });
  const unknownSubscription = await remove(context, [first], {
    what: 'from an unknown subscription',
    from: unknownId(context.seed + 1),
  });
  const subscriptions = await context.attempt(() => subscriptionsOf(context, first));
  const listedBefore = await context.attempt(() => listedIn(context, first, subscriptions?.others ?? []));
  const before = await ownFieldsOf(context, everyone);
  const present = await context.removal.list();
  const consumed = await context.attempt(() => consumptionsOf(context));
  const one = await removeTogether(context, initial);
  const elsewhere =
    subscriptions === null || listedBefore === null
      ? null
      : await context.attempt(() => elsewhereOf(context, first, { subscriptions, listed: listedBefore }));
  const again = await remove(context, [first], { what: 'of an already removed user' });
  const together = others.slice(0, others.length <= THREE ? THREE : Math.min(MOST, others.length - 1));
  const several = together.length >= 2 ? await removeTogether(context, together) : null;
  const twice = others.slice(together.length, together.length + 1);
  const repeated =
    twice.length === 1
      ? await remove(context, [...twice, ...twice], { what: 'with a repeated user id', expected: true })
      : null;
  const removed = goneBy([one, several, repeated]);
  return {
    unauthorized,
    unknownUser,
    malformedUser,
    unknownSubscription,
    partlyUnknown,
    one,
    again,
    several,
    repeated,
    ownFields: {
      before,
      after: await ownFieldsOf(context, everyone),
      edited: editedIn(present, await context.removal.list(), OWN),
    },
    elsewhere,
    returned: await context.attempt(() => returnedOf(context, removed)),
    totals: await totalsOf(context),
    consumptions: consumed && (await context.attempt(() => consumedAfter(context, consumed.items, removed))),
  };
}

/** Removes users, or the first two of them if a target that may limit the size of requests rejects more. */
async function removeTogether(context: WriteContext, users: readonly string[]): Promise<Deletion> {
  const all = await remove(context, users, { what: `of ${countOf(users)}`, expected: true });
  const isRejected = TOO_LARGE.includes(all.answer.status) && all.named.every((id) => all.after.includes(id));
  if (!isRejected || users.length <= FEWEST) return all;
  const few = users.slice(0, FEWEST);
  return remove(context, few, { what: `of ${countOf(few)}`, expected: true });
}

const countOf = (users: readonly string[]): string => (users.length === 1 ? 'one user' : plural(users.length, 'user'));

interface How {
  readonly what: string;
  readonly credential?: WriteCredential;
  /** The subscription, if it is not that of the fixture. */
  readonly from?: string;
  /** The users should be removed, so the check waits for it. */
  readonly expected?: boolean;
  /** Any error is fine, a 403 too. */
  readonly mayBeRejected?: boolean;
}

async function remove(context: WriteContext, named: readonly string[], how: How): Promise<Deletion> {
  const { what, credential = 'given', from, expected = false, mayBeRejected = false } = how;
  const ids = named.map((id) => id.toLowerCase());
  const listed = await context.removal.list();
  const before = idsOf(listed);
  const answer = await send(
    context,
    { params: context.removal.params(named, from), credential },
    expected && !mayBeRejected,
  );
  let now = listed;
  const read = async () => {
    now = await context.removal.list();
    return idsOf(now);
  };
  const gone = (present: readonly string[]) => ids.every((id) => !present.includes(id));
  const { value: first } = expected && !isError(answer) ? await context.until(read, gone) : { value: await read() };
  // A list that shrinks while its pages are read may omit a user, so a user in either reading is still there.
  const missed = before.some((id) => !first.includes(id) && !ids.includes(id));
  const after = missed ? [...new Set([...first, ...(await read())])] : first;
  // A removal without an error may take effect later.
  const mayFollow = !isError(answer) && from === undefined;
  context.removal.removed([...new Set(named)].filter((id) => isIn(before, id) && (mayFollow || !isIn(after, id))));
  const { kind } = context.world.described.removal;
  const touched = touchedIn(listed, now, ids, (id) => context.mayHaveWritten(kind, id));
  return { what: `a deletion ${what}`, answer, spelled: named, named: ids, before, after, touched, credential };
}

/**
 * Whether a response says that a deletion failed. The document does not show the status of a success, and a gateway may
 * return an error before a slow deletion has ended.
 */
export function isError({ status }: Answer): boolean {
  return status >= 400 && !isGatewayError(status);
}

/** Sends a deletion. A 403 for one that should be rejected does not make the rule not applicable. */
async function send(context: WriteContext, request: WriteRequest, expected: boolean): Promise<Answer> {
  try {
    return await context.send(request);
  } catch (error) {
    if (!(error instanceof NotApplicable) || context.last === undefined) throw error;
    if (!expected) return context.last;
    context.removal.removed([]);
    throw error;
  }
}

const isIn = (ids: readonly string[], id: string): boolean => ids.includes(id.toLowerCase());

function idsOf(items: readonly JsonRecord[]): string[] {
  return items.map(({ id }) => String(id).toLowerCase());
}

/** The users whom these deletions removed. */
export function goneBy(deletions: readonly (Deletion | null)[]): string[] {
  return deletions.flatMap((deletion) => deletion?.named.filter((id) => !deletion.after.includes(id)) ?? []);
}

/** The users whom these deletions removed, as the requests spell them: a target may compare ids exactly. */
export function spelledOf(deletions: readonly (Deletion | null)[]): string[] {
  return deletions.flatMap(
    (deletion) => deletion?.spelled.filter((id) => !deletion.after.includes(id.toLowerCase())) ?? [],
  );
}

/** Which of the removed users are in the subscription again, and not only on a replica that is behind. */
async function returnedOf(context: WriteContext, removed: readonly string[]): Promise<Scenario['returned']> {
  await context.world.session.pause(Math.min(context.windowMs, SETTLED_MS));
  const { value: listed } = await context.until(
    async () => idsOf(await context.removal.list()),
    (now) => removed.every((id) => !now.includes(id)),
  );
  const users = removed.filter((id) => listed.includes(id));
  return context.last === undefined ? null : { answer: context.last, users };
}

async function totalsOf(context: WriteContext): Promise<readonly Counted[]> {
  const { subscriptionId = '' } = context.removal.params([]);
  const counted: Counted[] = [];
  for (const list of ['getSubscriptionUsers', 'getSubscriptionUserConsumptions']) {
    const operation = context.world.operation(list);
    const read = () => context.page({}, { operation, params: { subscriptionId } });
    const isLong = ({ items }: Page) => items.length >= DEFAULT_SIZE;
    const agrees = ({ items, totalItems }: Page) => totalItems === null || totalItems === items.length;
    const waited = await context.attempt(() => context.until(read, (page) => isLong(page) || agrees(page)));
    const page = waited?.value;
    if (page === undefined || isLong(page)) continue;
    counted.push({ title: operation.title, answer: page.answer, total: page.totalItems, items: page.items.length });
  }
  return counted;
}
