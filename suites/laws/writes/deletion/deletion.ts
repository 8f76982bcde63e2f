import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { plural } from '../../../../numbers/plural.js';
import { isRemoval } from '../../applies.js';
import { isSuccess } from '../compare.js';
import { type Deletion, goneBy, isCrash, isError, isProven, sentOf, spelledOf } from './deletions.js';
import { removalsOf, scenarioOf } from './scenario.js';

/**
 * Reports users who are gone after deletions, of those who should stay, unless another client may have removed them; then
 * it returns that as a reason.
 */
export function reportGone(context: WriteContext, sent: readonly (Deletion | null)[]): string | null {
  const deletions = sentOf(sent).filter(({ lost }) => lost.length > 0);
  const proven = isProven(deletions);
  for (const { lost } of deletions) for (const id of lost) context.removal.takenAlong(id, proven);
  for (const { what, answer, before, kept, lost } of proven ? deletions : []) {
    const message = `${what} returned ${answer.summary} and removed ${plural(lost.length, 'other user')}, such as ${lost[0]}`;
    context.report(answer, {
      at: '',
      expected: kept.length === before.length ? 'no user is removed' : 'no other user is removed',
      actual: `${lost.length} of ${plural(before.length, 'user')} removed`,
      message,
    });
  }
  const [first] = proven ? [] : deletions;
  if (first === undefined) return null;
  const { what, answer, lost } = first;
  const who = `${plural(lost.length, 'other user')}, such as ${lost[0]}, ${lost.length === 1 ? 'is' : 'are'} gone`;
  const hint =
    first.repetition === null
      ? '; another deletion can confirm it if --fixture removableUserIds=ID,ID,... names more users'
      : '';
  return `${what} returned ${answer.summary}, and ${who}, which another client may have done${hint}`;
}

/** Ends a check as inconclusive for the first of some reasons, once everything is reported. */
function assertDecided(context: WriteContext, reasons: readonly (string | null)[]): void {
  for (const reason of reasons) if (reason !== null) context.inconclusive(reason);
}

/** Reports listed users who are still in the subscription. */
function reportLeft(context: WriteContext, { what, answer, named, after }: Deletion): void {
  const left = [...new Set(named)].filter((id) => after.includes(id));
  if (left.length === 0) return;
  const message = `${what} returned ${answer.summary}, but ${left.join(', ')} ${left.length === 1 ? 'is' : 'are'} still in the subscription`;
  context.report(answer, {
    at: '',
    expected: 'the listed users are removed',
    actual: `${plural(left.length, 'user')} not removed`,
    message,
  });
}

/**
 * Reports removals that took effect although the response is an error. One alone may be an accident, and a removal cannot
 * be repeated; a status that is no error of the target decides nothing. Returns why it decides nothing.
 */
function reportErrors(context: WriteContext, deletions: readonly Deletion[]): string | null {
  const effective = deletions.filter((one) => one.named.every((id) => !one.after.includes(id)));
  const odd = effective.filter((one) => !isSuccess(one.answer));
  const [error, ...more] = odd.filter((one) => isError(one.answer));
  const first = error ?? odd[0];
  if (first === undefined) return null;
  const { what, answer } = first;
  const message = `${what} returned ${answer.summary}, although it took effect`;
  if (error === undefined) return `${message}; that is neither a success nor an error of the target`;
  if (more.length === 0) return `${message}; another removal is needed to confirm that`;
  context.report(answer, { at: 'status', expected: 'a success', actual: answer.summary, message });
  return null;
}

export const effect: WriteRule = {
  id: 'deletion.effect',
  clause: 'deletion.effect',
  needs: [],
  appliesTo: isRemoval,
  async write(context) {
    const scenario = await scenarioOf(context);
    const { one, several, repeated } = scenario;
    const sent = sentOf([one, several]);
    // A user who was missing before was removed by another deletion, whose rules report it.
    const isWhole = ({ named, before }: Deletion) => named.every((id) => before.includes(id));
    for (const deletion of sent.filter(isWhole)) reportLeft(context, deletion);
    for (const deletion of sentOf([repeated]).filter(isWhole)) {
      const { answer } = deletion;
      // A repeated id may be rejected.
      if (isSuccess(answer) || (isError(answer) && answer.status >= 500)) reportLeft(context, deletion);
    }
    const missing = sent.find((deletion) => !isWhole(deletion));
    assertDecided(context, [
      reportErrors(context, removalsOf(scenario).filter(isWhole)),
      reportGone(context, [one, several, repeated]),
      missing === undefined ? null : `${missing.what}: a listed user was already removed before it`,
    ]);
  },
};

export const lasting: WriteRule = {
  id: 'deletion.lasting',
  clause: 'deletion.effect',
  needs: [],
  appliesTo: isRemoval,
  async write(context) {
    const scenario = await scenarioOf(context);
    const { returned } = scenario;
    if (returned === null || goneBy(removalsOf(scenario)).length === 0)
      return context.inconclusive('no user was removed (see deletion.effect)');
    const { answer, users } = returned;
    const [first] = users;
    if (first === undefined) return;
    // Another client may have assigned a user again.
    if (users.length === 1)
      context.inconclusive(
        `the removed user ${first} is in the subscription again, which another client may have done`,
      );
    const message = `${plural(users.length, 'removed user')} were in the subscription again after the removal, such as ${first}`;
    context.report(answer, { at: '/items', expected: 'none of the removed users', actual: first, message });
  },
};

export const usersRemain: WriteRule = {
  id: 'deletion.users-remain',
  clause: 'deletion.users-remain',
  needs: [],
  appliesTo: isRemoval,
  async write(context) {
    const { one, several } = await scenarioOf(context);
    const operation = context.world.operation('getUser');
    const removed = spelledOf([one, several]);
    if (removed.length === 0) context.inconclusive('no user was removed (see deletion.effect)');
    const missing: { readonly userId: string; readonly answer: Answer }[] = [];
    for (const userId of removed) {
      // On a live target a record can be missing for a moment, or behind a replica.
      const { value: answer } = await context.until(
        () => context.ask({}, { operation, params: { userId } }),
        ({ status }) => status === 200,
      );
      if (answer.status === 200) continue;
      if (answer.status !== 404 && answer.status !== 410)
        context.inconclusive(`a read of a user returned ${answer.summary}`);
      missing.push({ userId, answer });
    }
    if (missing.length === 1 && removed.length > 1)
      context.inconclusive('one of several removed users no longer exists, and another client may have deleted it');
    for (const { userId, answer } of missing) {
      const message = `a read of the user ${userId}, who was removed from a subscription, returned ${answer.summary}`;
      context.report(answer, { at: 'status', expected: '200', actual: answer.summary, message });
    }
  },
};

export const unknownUser: WriteRule = {
  id: 'deletion.unknown-user',
  clause: 'deletion.unknown-user',
  needs: [],
  appliesTo: isRemoval,
  async write(context) {
    const { unknownUser: unknown, malformedUser, partlyUnknown: list, again } = await scenarioOf(context);
    assertDecided(context, [reportGone(context, [unknown, malformedUser, list, again])]);
  },
};

export const partlyUnknown: WriteRule = {
  id: 'deletion.partly-unknown',
  clause: 'deletion.partly-unknown',
  needs: [],
  appliesTo: isRemoval,
  async write(context) {
    const { partlyUnknown: deletion } = await scenarioOf(context);
    if (deletion === null)
      return context.inconclusive('too few users are left to remove for a list with an unknown one');
    const { what, answer, before, named } = deletion;
    const [known = ''] = named;
    if (!before.includes(known)) context.inconclusive(`${what}: the known user was already removed before it`);
    const isGone = !deletion.after.includes(known);
    // An accepted request may still be rejected later.
    if (answer.status === 202 && !isGone)
      return context.inconclusive(`${what} returned ${answer.summary}, and the known user was not removed`);
    // Whether such a list is rejected is unspecified, and a response of a gateway decides nothing.
    if (isGone === isSuccess(answer) || !(isSuccess(answer) || isError(answer))) return;
    const [expected, actual] = isGone
      ? ['no user is removed', 'removed']
      : ['the known user is removed', 'not removed'];
    const message = `${what} returned ${answer.summary}, and the known user was ${actual}`;
    context.report(answer, { at: '', expected, actual, message });
  },
};

/** One server error alone may be an accident, and no removal can be repeated in the same state. */
export const crash: WriteRule = {
  id: 'deletion.crash',
  clause: 'deletion.crash',
  needs: [],
  appliesTo: isRemoval,
  async write(context) {
    const { unknownUser: unknown, malformedUser, partlyUnknown: list, again, crashedAgain } = await scenarioOf(context);
    const failed = sentOf([unknown, malformedUser, list, again, crashedAgain]).filter(isCrash);
    const [first, ...more] = failed;
    if (first === undefined) return;
    const { what, answer } = first;
    const message = `${what} returned ${answer.summary}`;
    if (more.length === 0) return context.inconclusive(`${message}; another removal is needed to confirm that`);
    context.report(answer, { at: 'status', expected: 'no server error', actual: answer.summary, message });
  },
};

export const unknownSubscription: WriteRule = {
  id: 'deletion.unknown-subscription',
  clause: 'deletion.unknown-subscription',
  needs: [],
  appliesTo: isRemoval,
  async write(context) {
    const { unknownSubscription: deletion } = await scenarioOf(context);
    const { answer, what } = deletion;
    // A target may hide what other callers own behind a 403, although the document does not list it here.
    if (![400, 403, 404].includes(answer.status)) {
      const message = `${what} returned ${answer.summary}`;
      context.report(answer, { at: 'status', expected: '404 or 400', actual: answer.summary, message });
    }
    assertDecided(context, [reportGone(context, [deletion])]);
  },
};

export const status: WriteRule = {
  id: 'deletion.status',
  clause: 'deletion.status',
  needs: [],
  appliesTo: isRemoval,
  async write(context) {
    const { one, several, repeated, unknownUser: unknown, again } = await scenarioOf(context);
    for (const deletion of [one, several, repeated, unknown, again]) {
      if (deletion === null) continue;
      const { what, answer } = deletion;
      const body =
        answer.text === ''
          ? 'no body'
          : `a body with ${answer.mediaType ? `the media type ${answer.mediaType}` : 'no media type'}`;
      context.observe(answer, `${what} returned ${answer.summary} and ${body}`);
    }
  },
};

export const consumptions: WriteRule = {
  id: 'deletion.consumptions',
  clause: 'deletion.consumptions',
  needs: [],
  appliesTo: isRemoval,
  async write(context) {
    const { consumptions: seen } = await scenarioOf(context);
    if (seen === null) return context.inconclusive('the consumptions of the subscription cannot be read');
    context.observe(
      seen.answer,
      `${seen.left} of ${plural(seen.removed, 'removed user')} still ${seen.left === 1 ? 'has' : 'have'} a consumption record`,
    );
  },
};

/** The rules of Delete subscription users. */
export const deletion = [
  effect,
  lasting,
  usersRemain,
  unknownUser,
  partlyUnknown,
  crash,
  unknownSubscription,
  status,
  consumptions,
];
