import { answer, refusal, where } from '../../hooks.js';
import { family } from '../variant.js';
import { isDeletion, refuse400 } from './bodies.js';

/** What the removal of users from a subscription returns, and what it accepts. */
export const deletions = family(
  'deletions',
  [
    {
      title: 'a deletion returns 200 with a body',
      chooses: ['deletion.status'],
      hooks: [
        where(
          isDeletion,
          answer((given) => ({ ...given, status: 200, body: { removed: true } })),
        ),
      ],
    },
    {
      title: 'a deletion returns 202 and takes effect later',
      chooses: ['deletion.status'],
      writes: { consistencyWindowMs: 2000 },
      hooks: [
        where(isDeletion, (steps) => ({
          removeUsers: (subscription, ids, context) => {
            setTimeout(() => {
              try {
                steps.removeUsers(subscription, ids, context);
              } catch {
                // The deletion was accepted; nothing returns this error.
              }
            }, 60).unref();
          },
          perform: (context) => ({ ...steps.perform(context), status: 202 }),
        })),
      ],
    },
    {
      title: 'a deletion of users who are not assigned returns 204',
      chooses: ['deletion.status'],
      hooks: [
        where(isDeletion, (steps) => ({
          removeUsers: (subscription, ids, context) => {
            for (const id of ids) {
              try {
                steps.removeUsers(subscription, [id], context);
              } catch {
                // A user who is not assigned needs no removal.
              }
            }
          },
        })),
      ],
    },
    {
      title: 'a deletion with an id given twice is refused',
      chooses: ['deletion.status'],
      hooks: [
        where(isDeletion, (steps) => ({
          readUserIds: (context) => {
            const ids = (context.params.userIds ?? '').split(',');
            return new Set(ids).size < ids.length ? refuse400('an id is given twice') : steps.readUserIds(context);
          },
        })),
      ],
    },
    {
      title: 'a deletion from an unknown subscription is a 403',
      chooses: ['deletion.status', 'authorization.roles'],
      hooks: [
        where(
          isDeletion,
          refusal((given) =>
            given.status === 404 ? { ...given, status: 403, body: { error: { code: 403, message: 'no' } } } : given,
          ),
        ),
      ],
    },
  ],
  'writes',
);
