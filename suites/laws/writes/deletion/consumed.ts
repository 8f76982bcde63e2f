import type { Answer } from '../../../../engine/client/answer.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { type Touched, touchedIn } from './touched.js';

/** Whether a user was assigned by hand, which the list of users does not show. */
const ASSIGNED = 'manuallyAssigned';

/** What removals did to the consumption records of a subscription. */
export interface Consumed {
  readonly answer: Answer;
  /** How many of the removed users still have a record. */
  readonly left: number;
  readonly removed: number;
  /** The fields that changed in records of other users, without those that the list of users has too. */
  readonly touched: readonly Touched[];
}

/** The consumption records of the subscription that users are removed from, with the first response. */
export async function consumptionsOf(context: WriteContext) {
  const operation = context.world.operation('getSubscriptionUserConsumptions');
  const { subscriptionId = '' } = context.removal.params([]);
  const { items, pages } = await context.walk(100, {}, { operation, params: { subscriptionId } });
  return { items, answer: pages[0]?.answer ?? context.inconclusive('the list of consumptions has no page') };
}

/** Compares the consumption records with those before the removals. */
export async function consumedAfter(
  context: WriteContext,
  before: readonly JsonRecord[],
  removed: readonly string[],
): Promise<Consumed> {
  const { items, answer } = await consumptionsOf(context);
  const left = removed.filter((user) => items.some(({ id }) => isSameId(id, user))).length;
  const { kind } = context.world.described.removal;
  const touched = touchedIn(before, items, removed, (id) => context.mayHaveWritten(kind, id));
  return { answer, left, removed: removed.length, touched: touched.filter(({ name }) => name === ASSIGNED) };
}
