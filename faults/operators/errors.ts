import type { ClauseId } from '../../contract/clauses/index.js';
import type { Operation } from '../../contract/types.js';
import { onRefusal } from '../change.js';
import { type Operator, operator, remembering } from '../fault.js';
import { hasPath, pathNames, takes } from '../operations.js';
import { type Call, isObject, jsonOf, type Reply, type Transform, withQuery, withText, withValue } from '../wire.js';

const STATUSES = [400, 404, 401];

/** The clause that the body of a refusal breaks. */
function bodyClause(operation: Operation, status: number): ClauseId {
  if (status === 401) return 'authorization.body';
  return status === 400 && operation.statuses.includes(400) ? 'errors.body-400' : 'errors.body-other';
}

/** An operator on the body of the refusals of each status. */
function perStatus(
  id: string,
  title: string,
  change: (reply: Reply) => Reply,
  rule?: ClauseId,
  unauthorized = rule,
): Operator {
  return {
    id,
    title,
    breaks: [rule ?? 'errors.body-400'],
    sites: (operation) =>
      STATUSES.filter((status) => status === 401 || operation.statuses.includes(status)).map((status) => ({
        detail: `${status}`,
        breaks: [(status === 401 ? unauthorized : rule) ?? bodyClause(operation, status)],
        begin: () => onRefusal(change, [status]),
      })),
  };
}

/** Changes the error of an error body. */
function onError(change: (error: Readonly<Record<string, unknown>>, reply: Reply) => unknown): (reply: Reply) => Reply {
  return (reply) => {
    const value = jsonOf(reply);
    return isObject(value) && isObject(value.error) ? withValue(reply, change(value.error, reply)) : reply;
  };
}

const asHtml = (reply: Reply): Reply => ({
  ...withText(reply, '<!doctype html><title>Error</title><h1>Error</h1>'),
  headers: { ...reply.headers, 'content-type': 'text/html; charset=utf-8' },
});

const TRACE =
  '\n    at Object.handle (/srv/app/routes.js:42:13)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)';

/** Refusals become a success with what a valid request returns. */
function accepted(status: number, valid: (call: Call) => Call | null): Transform {
  return async (call, send) => {
    const reply = await send(call);
    const other = reply.status === status && call.credentialed ? valid(call) : null;
    return other === null ? reply : send(other);
  };
}

/** Refusals of one status get another one, in the error body too. */
const restated = (from: number, to: number): Transform =>
  onRefusal((reply) => ({ ...onError((error) => ({ error: { ...error, code: to } }))(reply), status: to }), [from]);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isWellFormed = ({ params }: Call): boolean => Object.values(params).every((value) => UUID.test(value));

/** The path of the last request to an operation that succeeded: what an unknown id is replaced by. */
function knownParams(): {
  readonly note: (call: Call, reply: Reply) => void;
  readonly of: (call: Call) => Call | null;
} {
  const known = new Map<string, Call['params']>();
  return {
    note: (call, reply) => {
      if (reply.status === 200) known.set(call.operation, call.params);
    },
    of: (call) => {
      const params = known.get(call.operation);
      return params === undefined ? null : { ...call, params };
    },
  };
}

/** An unknown id is answered as a known one. */
const unknownAccepted = (selects: (call: Call) => boolean) => (): Transform => {
  const known = knownParams();
  return async (call, send) => {
    const reply = await send(call);
    known.note(call, reply);
    const other =
      (reply.status === 404 || reply.status === 400) && call.credentialed && call.query.length === 0 && selects(call)
        ? known.of(call)
        : null;
    return other === null ? reply : send(other);
  };
};

const takesDates = takes('fromDate');
const DAY = /^\d{4}-\d\d-\d\d/;
const isDate = (value: string | undefined): boolean =>
  value !== undefined && DAY.test(value) && !Number.isNaN(Date.parse(value));

/** A request with dates that are there and valid; `null` if they were. */
function withDates(call: Call, only: 'missing' | 'invalid'): Call | null {
  const values = new Map(call.query);
  const names = ['fromDate', 'toDate'];
  const missing = names.filter((name) => !values.has(name));
  if (missing.length > 0 !== (only === 'missing')) return null;
  const today = new Date().toISOString();
  const long = [...values.values()].some((value) => value.includes('T')) || call.operation === 'getUserKpis';
  const stamp = (time: string) => (long ? time : time.slice(0, 10));
  const valid = {
    fromDate: stamp(`${Number(today.slice(0, 4)) - 1}${today.slice(4, 10)}T00:00:00.000Z`),
    toDate: stamp(`${today.slice(0, 10)}T00:00:00.000Z`),
  };
  const wrong =
    only === 'missing'
      ? missing
      : names.filter((name) => !isDate(values.get(name)) || names.every((one) => isDate(values.get(one))));
  return wrong.reduce((all, name) => withQuery(all, name, valid[name as keyof typeof valid]), call);
}

const datesRequired: Operator = {
  id: 'date-missing-accepted',
  title: 'A required date may be missing',
  breaks: ['errors.dates-required'],
  sites: (operation) =>
    takesDates(operation)
      ? [
          {
            breaks: [operation.statuses.includes(400) ? 'errors.dates-required' : 'errors.dates-required-users'],
            begin: () => accepted(400, (call) => withDates(call, 'missing')),
          },
        ]
      : [],
};

/** What a refusal is. */
export const errors: readonly Operator[] = [
  perStatus(
    'error-bare',
    'The error of a refusal has no object around it',
    onError((error) => error),
  ),
  perStatus(
    'error-code-other',
    'The code of an error is not the status',
    onError((error, { status }) => ({ error: { ...error, code: status + 1 } })),
  ),
  perStatus(
    'error-code-text',
    'The code of an error is a text',
    onError((error) => ({ error: { ...error, code: String(error.code) } })),
  ),
  perStatus(
    'error-code-missing',
    'An error has no code',
    onError(({ message }) => ({ error: { message } })),
  ),
  perStatus(
    'error-message-missing',
    'An error has no message',
    onError(({ code }) => ({ error: { code } })),
  ),
  perStatus(
    'error-message-object',
    'The message of an error is an object',
    onError((error) => ({ error: { ...error, message: { text: error.message } } })),
  ),
  perStatus(
    'error-as-text',
    'The error of a refusal is a text',
    onError(({ message }) => ({ error: message })),
  ),
  perStatus(
    'error-as-list',
    'A refusal has a list of errors',
    onError((error) => ({ errors: [error] })),
  ),
  perStatus('error-as-problem', 'A refusal is a problem document', (reply) => ({
    ...withText(reply, JSON.stringify({ type: 'about:blank', title: 'Error', status: reply.status })),
    headers: { ...reply.headers, 'content-type': 'application/problem+json' },
  })),
  perStatus('error-empty', 'A refusal has no body', (reply) => withText(reply, '')),
  perStatus('error-html', 'A refusal is HTML', asHtml),
  perStatus(
    'error-message-empty',
    'The message of an error is empty',
    onError((error) => ({ error: { ...error, message: '' } })),
    'errors.message',
    'authorization.body',
  ),
  perStatus(
    'error-media-type',
    'A refusal is sent as text/plain',
    (reply) => ({ ...reply, headers: { ...reply.headers, 'content-type': 'text/plain' } }),
    'errors.media-type',
    'authorization.body',
  ),
  perStatus(
    'error-stack-trace',
    'The message of an error has a stack trace',
    onError((error) => ({ error: { ...error, message: `Error: ${error.message}${TRACE}` } })),
    'answers.no-stack-trace',
  ),
  operator(
    'refusal-200',
    'A refusal has the status 200 and the error body',
    'errors.unknown-id',
    hasPath,
    onRefusal((reply) => ({ ...reply, status: 200 }), [404]),
  ),
  operator('unknown-id-500', 'An unknown id is a server error', 'errors.unknown-id', hasPath, restated(404, 500)),
  operator(
    'unknown-id-400',
    'An unknown id is answered with 400',
    'errors.unknown-id-404',
    (one) => hasPath(one) && one.statuses.includes(400),
    restated(404, 400),
  ),
  remembering(
    'unknown-id-accepted',
    'An unknown id is answered as a known one',
    'errors.unknown-id',
    hasPath,
    unknownAccepted(isWellFormed),
  ),
  remembering(
    'malformed-id-accepted',
    'A malformed id is answered as a known one',
    'errors.malformed-id',
    hasPath,
    unknownAccepted((call) => !isWellFormed(call)),
  ),
  operator(
    'malformed-id-500',
    'A malformed id is a server error',
    'errors.malformed-id',
    hasPath,
    async (call, send) => {
      const reply = await send(call);
      return reply.status >= 400 && call.credentialed && pathNames.length > 0 && !isWellFormed(call)
        ? { ...reply, status: 500 }
        : reply;
    },
  ),
  operator(
    'unknown-id-empty',
    'An unknown id is answered with an empty object',
    'errors.unknown-id',
    hasPath,
    onRefusal((reply) => ({ ...withText(reply, '{}'), status: 200 }), [404]),
  ),
  operator(
    'unknown-id-204',
    'An unknown id is answered with 204',
    'errors.unknown-id',
    hasPath,
    onRefusal((reply) => ({ ...withText(reply, ''), status: 204 }), [404]),
  ),
  datesRequired,
  operator(
    'date-invalid-accepted',
    'A date that is none is ignored',
    'errors.dates-invalid',
    takesDates,
    accepted(400, (call) => withDates(call, 'invalid')),
  ),
  operator(
    'date-invalid-500',
    'A date that is none is a server error',
    'errors.dates-invalid',
    takesDates,
    restated(400, 500),
  ),
];
