import { recordKinds } from '../../contract/record-kinds.js';
import type { Operation, RecordKind } from '../../contract/types.js';
import { bodyOf, memberOf, sending, withMemberAt } from '../bodies.js';
import { onReply } from '../change.js';
import { type Operator, operator, remembering, type Site } from '../fault.js';
import {
  type Call,
  isObject,
  isSuccess,
  type JsonObject,
  jsonOf,
  type Reply,
  type Transform,
  withText,
  withValue,
} from '../wire.js';

const kindOf = ({ id }: Operation): RecordKind | undefined => recordKinds.find(({ update }) => update === id);
const isUpdate = (operation: Operation): boolean => kindOf(operation) !== undefined;
const pathOf = (pointer: string): string[] => pointer.split('/').slice(1);

/** One site for each member of the patch. */
function perMember(
  operation: Operation,
  begin: (path: readonly string[], next: readonly string[]) => Transform | null,
): Site[] {
  const paths = Object.keys(kindOf(operation)?.members ?? {}).map(pathOf);
  return paths.flatMap((path, index) => {
    const transform = begin(path, paths[(index + 1) % paths.length] ?? path);
    return transform === null ? [] : [{ detail: path.join('.'), begin: () => transform }];
  });
}

/** The read of the record that an update names. */
const readOf = (call: Call, kind: RecordKind): Call => ({
  operation: kind.read,
  params: call.params,
  query: [],
  credentialed: call.credentialed,
});

const kindOfCall = ({ operation }: Call): RecordKind =>
  recordKinds.find(({ update }) => update === operation) as RecordKind;

/** Whether all members of the patch that are flags have one; no check accepts another target's refusal of these. */
const flagsOf = (body: JsonObject): string[] => Object.keys(body).filter((name) => typeof body[name] === 'boolean');

/** A patch whose first flag has the other value. */
function flipped(body: JsonObject): JsonObject {
  const [flag] = flagsOf(body);
  return flag === undefined ? body : { ...body, [flag]: body[flag] !== true };
}

const notFound = (reply: Reply): Reply =>
  withText(reply, JSON.stringify({ error: { code: reply.status, message: 'no' } }));

/** Answers refusals of one status with the record as it is. */
const refusalAccepted =
  (statuses: readonly number[]): Transform =>
  async (call, send) => {
    const reply = await send(call);
    if (!statuses.includes(reply.status) || !call.credentialed) return reply;
    const record = await send(readOf(call, kindOfCall(call)));
    return isSuccess(record) ? record : reply;
  };

/** Applies every update to another updated record as well, the last one, or to it alone. */
const elsewhere = (alone: boolean) => (): Transform => {
  const updated = new Map<string, Call['params']>();
  return async (call, send) => {
    if (!call.credentialed || bodyOf(call) === null) return send(call);
    const own = JSON.stringify(call.params);
    const [, other] = [...updated].findLast(([key]) => key !== own) ?? [];
    const reply = other !== undefined && alone ? await send(call, { applied: false }) : await send(call);
    if (!isSuccess(reply)) return reply;
    updated.delete(own);
    updated.set(own, call.params);
    if (other !== undefined) await send({ ...call, params: other });
    return reply;
  };
};

/** What an update does, and what it returns. */
export const updates: readonly Operator[] = [
  operator(
    'update-not-applied',
    'An update changes nothing, and returns the record as if it did',
    'updates.effect',
    isUpdate,
    (call, send) => send(call, { applied: false }),
  ),
  operator(
    'update-old-record',
    'An update returns the record before it',
    'updates.effect',
    isUpdate,
    async (call, send) => {
      const before = await send(readOf(call, kindOfCall(call)));
      const reply = await send(call);
      return isSuccess(reply) && isSuccess(before) ? before : reply;
    },
  ),
  operator(
    'update-not-applied-old-record',
    'An update changes nothing, and returns the record as it was',
    'updates.effect',
    isUpdate,
    async (call, send) => {
      const reply = await send(call, { applied: false });
      const record = isSuccess(reply) ? await send(readOf(call, kindOfCall(call))) : reply;
      return isSuccess(record) ? record : reply;
    },
  ),
  remembering(
    'update-of-another',
    'An update changes another record that was updated',
    'updates.effect',
    isUpdate,
    elsewhere(true),
  ),
  remembering(
    'update-another-too',
    'An update changes another record that was updated as well',
    'updates.untouched',
    isUpdate,
    elsewhere(false),
  ),
  {
    id: 'update-member-lost',
    title: 'A member of the patch has no effect',
    breaks: ['updates.effect'],
    sites: (operation) =>
      perMember(operation, (path) => async (call, send) => {
        const body = bodyOf(call);
        const record = body === null ? undefined : jsonOf(await send(readOf(call, kindOfCall(call))));
        const field = kindOfCall(call).members[`/${path.join('/')}`] ?? '';
        if (body === null || !isObject(record) || memberOf(body, path) === undefined) return send(call);
        const same = typeof memberOf(body, path) === typeof record[field];
        return send(same && memberOf(body, path) !== record[field] ? withPatch(call, body, path, record[field]) : call);
      }),
  },
  {
    id: 'update-member-inverted',
    title: 'A flag of the patch is stored inverted',
    breaks: ['updates.effect'],
    sites: (operation) =>
      perMember(operation, (path) =>
        sending((body) => {
          const value = memberOf(body, path);
          return typeof value === 'boolean' ? withMemberAt(body, path, !value) : body;
        }),
      ).filter(({ detail = '' }) => isFlag(operation, detail)),
  },
  {
    id: 'update-member-swapped',
    title: 'A member of the patch gets the value of another one',
    breaks: ['updates.effect'],
    sites: (operation) =>
      perMember(operation, (path, next) =>
        // A flag with the value of a text is a patch that no target accepts.
        isFlag(operation, path.join('.')) === isFlag(operation, next.join('.'))
          ? sending((body) => {
              const [own, other] = [memberOf(body, path), memberOf(body, next)];
              return own !== other && typeof own === typeof other ? withMemberAt(body, path, other) : body;
            })
          : null,
      ),
  },
  operator(
    'update-refused-applied',
    'A refused update changes the record',
    'updates.member-types',
    isUpdate,
    async (call, send) => {
      const reply = await send(call);
      const body = bodyOf(call);
      if (reply.status !== 400 || body === null || !call.credentialed) return reply;
      const record = jsonOf(await send(readOf(call, kindOfCall(call))));
      if (isObject(record)) await send({ ...call, body: JSON.stringify(flipped(patchOf(call, record))) });
      return reply;
    },
  ),
  operator(
    'update-refusal-200',
    'An invalid patch is answered with 200 and the record',
    'updates.member-types',
    isUpdate,
    refusalAccepted([400]),
  ),
  operator(
    'update-refusal-500',
    'An invalid patch is a server error',
    'updates.member-types',
    isUpdate,
    restated(400, 500),
  ),
  operator(
    'update-refusal-404',
    'An invalid patch is answered with 404',
    'updates.member-types',
    isUpdate,
    restated(400, 404),
  ),
  operator(
    'update-unknown-200',
    'An update of an unknown id returns the patch',
    'updates.unknown-id',
    isUpdate,
    async (call, send) => {
      const reply = await send(call);
      const body = bodyOf(call);
      return reply.status === 404 && body !== null && call.credentialed
        ? withValue({ ...reply, status: 200 }, body)
        : reply;
    },
  ),
  operator(
    'update-unknown-500',
    'An update of an unknown id is a server error',
    ['updates.unknown-id', 'updates.unknown-id-404'],
    isUpdate,
    restated(404, 500),
  ),
  operator(
    'update-media-type-refused',
    'A merge patch is refused for its media type',
    'updates.media-type',
    isUpdate,
    async (call, send) =>
      call.mediaType?.startsWith('application/merge-patch+json') && call.credentialed
        ? { ...notFound(await send(call, { applied: false })), status: 415 }
        : send(call),
  ),
  operator(
    'update-uncredentialed',
    'An update without the credential is carried out',
    'authorization.writes',
    isUpdate,
    (call, send) => send({ ...call, credentialed: true }),
  ),
  operator(
    'update-uncredentialed-quietly',
    'An update without the credential is refused, and carried out',
    'authorization.writes',
    isUpdate,
    async (call, send) => {
      const reply = await send(call);
      if (!call.credentialed) await send({ ...call, credentialed: true });
      return reply;
    },
  ),
];

function isFlag(operation: Operation, member: string): boolean {
  const kind = kindOf(operation);
  return Object.values(kind?.bulk.flags ?? {}).includes(kind?.members[`/${member.replaceAll('.', '/')}`] ?? '');
}

const withPatch = (call: Call, body: JsonObject, path: readonly string[], value: unknown): Call => ({
  ...call,
  body: JSON.stringify(withMemberAt(body, path, value)),
});

/** The whole patch with the values that a record has. */
function patchOf(call: Call, record: JsonObject): JsonObject {
  let patch: JsonObject = {};
  for (const [pointer, field] of Object.entries(kindOfCall(call).members)) {
    const path = pathOf(pointer);
    const [outer = ''] = path;
    if (path.length > 1 && !isObject(patch[outer])) patch = { ...patch, [outer]: {} };
    patch = withMemberAt(patch, path, record[field] ?? null);
  }
  return patch;
}

/** Refusals with another status, in the error body too. */
function restated(from: number, to: number): Transform {
  return onReply((reply, call) => {
    if (reply.status !== from || !call.credentialed) return reply;
    const value = jsonOf(reply);
    const error = isObject(value) && isObject(value.error) ? { ...value.error, code: to } : { code: to, message: 'no' };
    return { ...withText(reply, JSON.stringify({ error })), status: to };
  });
}
