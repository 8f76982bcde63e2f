import { recordKinds } from '../../contract/record-kinds.js';
import type { Operation } from '../../contract/types.js';
import { bodyOf, sending, withMemberAt } from '../bodies.js';
import { isPage, onReply } from '../change.js';
import { type Operator, operator, remembering } from '../fault.js';
import {
  type Call,
  isObject,
  type JsonObject,
  jsonOf,
  type Reply,
  type Transform,
  withText,
  withValue,
} from '../wire.js';

const flagNames = ({ id }: Operation): string[] =>
  Object.keys(recordKinds.find(({ bulk }) => bulk.operation === id)?.bulk.flags ?? {});
const isBulk = (operation: Operation): boolean => flagNames(operation).length > 0;

const idsOf = (body: JsonObject): readonly unknown[] => (Array.isArray(body.ids) ? body.ids : []);

/** An operator on each flag of the body. */
function perFlag(
  id: string,
  title: string,
  change: (flags: JsonObject, name: string, next: string) => JsonObject,
): Operator {
  return {
    id,
    title,
    breaks: ['bulk.effect'],
    sites: (operation) =>
      flagNames(operation).map((name, index, all) => ({
        detail: name,
        begin: () =>
          sending((body) => {
            if (!isObject(body.body) || typeof body.body[name] !== 'boolean') return body;
            const flags = change(body.body, name, all[(index + 1) % all.length] ?? name);
            return flags === body.body ? body : { ...body, body: flags };
          }),
      })),
  };
}

/** Changes the references to the tasks of accepted bulk updates. */
const onReference = (change: (reference: JsonObject, reply: Reply, call: Call) => unknown): Transform =>
  onReply((reply, call) => {
    const value = reply.status === 202 && call.credentialed ? jsonOf(reply) : undefined;
    return isObject(value) ? withValue(reply, change(value, reply, call)) : reply;
  });

const onAccepted = (change: (reply: Reply) => Reply): Transform =>
  onReply((reply, call) => (reply.status === 202 && call.credentialed ? change(reply) : reply));

/** Changes the links of an object. */
export const relinked = (value: JsonObject, change: (link: JsonObject) => unknown): JsonObject => {
  const links = value._links;
  if (Array.isArray(links)) return { ...value, _links: links.map((link) => (isObject(link) ? change(link) : link)) };
  if (!isObject(links)) return value;
  const changed = Object.entries(links).map(([key, link]) => [key, isObject(link) ? change(link) : link]);
  return { ...value, _links: Object.fromEntries(changed) };
};

/** The last record of the first page of the list is changed as well. */
const listedToo: Transform = async (call, send) => {
  const kind = recordKinds.find(({ bulk }) => bulk.operation === call.operation);
  const body = bodyOf(call);
  const reply = await send(call);
  if (reply.status !== 202 || body === null || idsOf(body).length === 0 || kind === undefined) return reply;
  const { credentialed } = call;
  const page = jsonOf(await send({ operation: kind.list, params: {}, query: [], credentialed }));
  const other = isPage(page) ? page.items.at(-1) : undefined;
  if (!isObject(other) || idsOf(body).includes(other.id)) return reply;
  await send({ ...call, body: JSON.stringify({ ...body, ids: [other.id] }) });
  return reply;
};

/** Every reference names the first task. */
const firstTask = () => (): Transform => {
  let first: JsonObject | null = null;
  return onReference((reference) => {
    first ??= reference;
    return first;
  });
};

const status = (code: number): Operator =>
  operator(
    `bulk-status-${code}`,
    `A bulk update is answered with ${code}`,
    'bulk.accepted',
    isBulk,
    onAccepted((reply) => ({ ...reply, status: code })),
  );

/** What a bulk update does, and what it returns. */
export const bulkUpdates: readonly Operator[] = [
  operator('bulk-not-applied', 'A bulk update completes without an effect', 'bulk.effect', isBulk, (call, send) =>
    send(call, { applied: false }),
  ),
  operator(
    'bulk-last-id-lost',
    'A bulk update leaves out the last of several ids',
    'bulk.effect',
    isBulk,
    sending((body) => (idsOf(body).length > 1 ? { ...body, ids: idsOf(body).slice(0, -1) } : body)),
  ),
  operator(
    'bulk-first-id-only',
    'A bulk update changes the first of several records alone',
    'bulk.effect',
    isBulk,
    sending((body) => (idsOf(body).length > 1 ? { ...body, ids: idsOf(body).slice(0, 1) } : body)),
  ),
  operator('bulk-another-too', 'A bulk update changes another record as well', 'updates.untouched', isBulk, listedToo),
  perFlag('bulk-flag-lost', 'A flag of a bulk update has no effect', (flags, name) =>
    Object.keys(flags).length > 1 ? withMemberAt(flags, [name], undefined) : flags,
  ),
  perFlag('bulk-flag-inverted', 'A flag of a bulk update is stored inverted', (flags, name) => ({
    ...flags,
    [name]: flags[name] !== true,
  })),
  perFlag('bulk-flag-swapped', 'A flag of a bulk update gets the value of another one', (flags, name, next) =>
    typeof flags[next] === 'boolean' && flags[next] !== flags[name] ? { ...flags, [name]: flags[next] } : flags,
  ),
  ...[200, 201, 204, 500].map(status),
  operator(
    'bulk-answer-empty',
    'A bulk update returns no task reference',
    'bulk.accepted',
    isBulk,
    onAccepted((reply) => withText(reply, '')),
  ),
  operator(
    'bulk-answer-html',
    'A bulk update returns HTML',
    'bulk.accepted',
    isBulk,
    onAccepted((reply) => ({
      ...withText(reply, '<!doctype html><title>Accepted</title>'),
      headers: { ...reply.headers, 'content-type': 'text/html' },
    })),
  ),
  operator(
    'bulk-media-type',
    'A task reference is sent as text/plain',
    'answers.media-type',
    isBulk,
    onAccepted((reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-type': 'text/plain' },
    })),
  ),
  operator(
    'bulk-id-missing',
    'A task reference has no id',
    'bulk.accepted',
    isBulk,
    onReference(({ id: _id, ...rest }) => rest),
  ),
  operator(
    'bulk-links-missing',
    'A task reference has no links',
    'bulk.task-link',
    isBulk,
    onReference(({ _links, ...rest }) => rest),
  ),
  operator(
    'bulk-link-rel',
    'The link of a task reference has another rel',
    'bulk.task-link',
    isBulk,
    onReference((value) => relinked(value, (link) => ({ ...link, rel: 'task' }))),
  ),
  operator(
    'bulk-link-method',
    'The link of a task reference has another method',
    'bulk.task-link',
    isBulk,
    onReference((value) => relinked(value, (link) => ({ ...link, method: 'POST' }))),
  ),
  operator(
    'bulk-link-href',
    'The link of a task reference does not end in the id of the task',
    'bulk.task-link',
    isBulk,
    onReference((value) => relinked(value, (link) => ({ ...link, href: `${link.href}0` }))),
  ),
  remembering('bulk-first-task', 'Every task reference names the first task', 'tasks.own', isBulk, firstTask()),
  operator(
    'bulk-uncredentialed',
    'A bulk update without the credential is carried out',
    'authorization.writes',
    isBulk,
    (call, send) => send({ ...call, credentialed: true }),
  ),
  operator(
    'bulk-refusal-202',
    'A bulk update without a required member returns 202 without an effect',
    'bulk.required-members',
    isBulk,
    async (call, send) => {
      const reply = await send(call);
      if (reply.status !== 400 || !call.credentialed) return reply;
      return { ...withText(reply, JSON.stringify({ id: 'none', _links: {} })), status: 202 };
    },
  ),
  operator(
    'bulk-refusal-500',
    'An invalid bulk update is a server error',
    'bulk.hostile-bodies',
    isBulk,
    onReply((reply, call) => (reply.status === 400 && call.credentialed ? { ...reply, status: 500 } : reply)),
  ),
];
