import type { Context, Hook } from '../../behaviour.js';
import { body, on, where } from '../../hooks.js';
import type { Row } from '../../model.js';
import { family } from '../variant.js';
import { isDeletion, isUpdate, refuse400 } from './bodies.js';

const rejecting = (excludes: (patched: Row, before: Row, context: Context) => boolean): Hook =>
  where(isUpdate, (steps) => ({
    applyPatch: (before, patch, context) => {
      const patched = steps.applyPatch(before, patch, context);
      return excludes(patched, before, context) ? refuse400('a rule of this service excludes that') : patched;
    },
  }));

/** Whether a record is the second, fourth, … of its list. */
function isEven(before: Row, { tenant, operation }: Context): boolean {
  const { records } = operation.area === 'users' ? tenant.users : tenant.applications;
  return records.findIndex(({ id }) => id === before.id) % 2 === 1;
}

/** A time in another spelling of the same moment. */
const spelled = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/Z$/, '.000Z') : value);

/** When a write is rejected with 400, of which the document shows no condition, and how a list spells times after it. */
export const conditions = family(
  'conditions',
  [
    {
      title: 'every second record cannot be updated',
      chooses: ['updates.texts'],
      hooks: [rejecting((_patched, before, context) => isEven(before, context))],
    },
    {
      title: 'an update that changes nothing is refused',
      chooses: ['updates.texts'],
      hooks: [rejecting((patched, before) => JSON.stringify(patched) === JSON.stringify(before))],
    },
    {
      title: 'an online user is not in review',
      chooses: ['records.states'],
      hooks: [rejecting(({ isOnline, isInReview }) => isOnline === true && isInReview === true)],
    },
    {
      title: 'a sanctioned application has single sign-on',
      chooses: ['records.states'],
      inconclusiveWrites: ['updateApplication'],
      hooks: [rejecting(({ sanctioned, singleSignOn }) => sanctioned === true && singleSignOn === false)],
    },
    {
      title: 'a deletion of more than two users is refused',
      chooses: ['deletion.status'],
      hooks: [
        where(isDeletion, (steps) => ({
          readUserIds: (context) => {
            const ids = steps.readUserIds(context);
            return ids.length > 2 ? refuse400('at most two users') : ids;
          },
        })),
      ],
    },
    {
      title: 'the form of a time depends on the place in the list',
      liberty: 'ISO 8601: a fraction may have any number of digits',
      hooks: [
        on(
          'getSubscriptionUsers',
          body((given) => {
            const items = (given.items ?? []) as Row[];
            const shown = items.map((one, index) =>
              index % 2 === 0 ? one : { ...one, createdDate: spelled(one.createdDate) },
            );
            return Array.isArray(given.items) ? { ...given, items: shown } : given;
          }),
        ),
      ],
    },
  ],
  'writes',
);
