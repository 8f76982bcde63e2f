import { answer, record } from '../hooks.js';
import { each, family } from './mutant.js';

const now = (): string => new Date().toISOString();

/** Defects of times that are those of the response. */
export const presentTimes = family('present-times', [
  ...each(['getUserSubscriptions', 'getSubscriptionUsers'], 'a time is that of the response', {
    rule: 'records.own-times',
    also: [
      'filter.complete',
      'filter.every-type',
      'filter.grammar',
      'relations.one-truth',
      'relations.same-record',
      'sort.natural',
    ],
    hook: record((one) => ({
      ...one,
      ...('firstDiscovered' in one ? { firstDiscovered: now() } : { lastActive: now() }),
    })),
  }),
  ...each(['getUser'], 'a user was always active just now', {
    rule: 'records.own-times',
    hook: answer((given) => ({ ...given, body: { ...Object(given.body), lastActive: now() } })),
  }),
]);
