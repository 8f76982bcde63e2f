import { onReply } from '../change.js';
import { type Operator, operator } from '../fault.js';
import { type Call, type Reply, type Transform, withText } from '../wire.js';

/** The refusals of a missing, empty or wrong credential, changed. */
const onUnauthorized = (change: (reply: Reply, call: Call) => Reply): Transform =>
  onReply((reply, call) => (!call.credentialed && reply.status === 401 ? change(reply, call) : reply));

const restated =
  (status: number) =>
  (reply: Reply): Reply => ({
    ...withText(reply, JSON.stringify({ error: { code: status, message: 'not allowed' } })),
    status,
  });

const always = (): boolean => true;

/** Who is answered. */
export const authorization: readonly Operator[] = [
  operator(
    'credential-ignored',
    'A request without the credential is answered as one with it',
    'authorization.required',
    always,
    (call, send) => send({ ...call, credentialed: true }),
  ),
  operator(
    'credential-200-empty',
    'A request without the credential is answered with an empty object',
    'authorization.required',
    always,
    onUnauthorized((reply) => ({ ...withText(reply, '{}'), status: 200 })),
  ),
  operator(
    'credential-204',
    'A request without the credential is answered with 204',
    'authorization.required',
    always,
    onUnauthorized((reply) => ({ ...withText(reply, ''), status: 204 })),
  ),
  operator(
    'credential-403',
    'A request without the credential is answered with 403',
    'authorization.status',
    always,
    onUnauthorized(restated(403)),
  ),
  operator(
    'credential-404',
    'A request without the credential is answered with 404',
    'authorization.status',
    always,
    onUnauthorized(restated(404)),
  ),
  operator(
    'credential-500',
    'A request without the credential is a server error',
    'authorization.status',
    always,
    onUnauthorized(restated(500)),
  ),
  operator(
    'credential-302',
    'A request without the credential is redirected to a login',
    'authorization.status',
    always,
    onUnauthorized((reply) => ({
      ...withText(reply, ''),
      status: 302,
      headers: { ...reply.headers, location: '/login' },
    })),
  ),
];
