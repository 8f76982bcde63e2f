import { removal } from '../../contract/record-kinds.js';
import type { Operation } from '../../contract/types.js';
import { onReply } from '../change.js';
import { type Operator, operator } from '../fault.js';
import { type Call, withText } from '../wire.js';

const isRemoval = ({ id }: Operation): boolean => id === removal.operation;

const removedBy = ({ params }: Call): string[] => (params[removal.removed.parameter] ?? '').split(',');

const withRemoved = (call: Call, ids: readonly string[]): Call => ({
  ...call,
  params: { ...call.params, [removal.removed.parameter]: ids.join(',') },
});

/** What a removal of users from a subscription does. */
export const removals: readonly Operator[] = [
  operator('removal-not-applied', 'A removal removes no user', 'deletion.effect', isRemoval, (call, send) =>
    send(call, { applied: false }),
  ),
  operator(
    'removal-first-only',
    'A removal of several users removes the first alone',
    'deletion.effect',
    isRemoval,
    async (call, send) => {
      const ids = removedBy(call);
      if (ids.length < 2 || !call.credentialed) return send(call);
      const reply = await send(call, { applied: false });
      await send(withRemoved(call, ids.slice(0, 1)));
      return reply;
    },
  ),
  operator(
    'removal-uncredentialed',
    'A removal without the credential is carried out',
    'authorization.writes',
    isRemoval,
    (call, send) => send({ ...call, credentialed: true }),
  ),
  operator(
    'removal-refused',
    'A removal is refused',
    'deletion.effect',
    isRemoval,
    onReply((reply, call) =>
      reply.status < 300 && call.credentialed
        ? { ...withText(reply, JSON.stringify({ error: { code: 400, message: 'no' } })), status: 400 }
        : reply,
    ),
  ),
  operator(
    'removal-500',
    'A removal is a server error',
    'deletion.effect',
    isRemoval,
    onReply((reply, call) => (reply.status < 300 && call.credentialed ? { ...reply, status: 500 } : reply)),
  ),
];
