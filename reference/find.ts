import type { Collection } from '../generators/tenant/collection.js';
import type { Context } from './behaviour.js';
import type { Kinds } from './model.js';
import { Refusal } from './refusal.js';

type Lookup<T> = Pick<Collection<T & { readonly id: string }>, 'get'>;

const lookups: { [Kind in keyof Kinds]: (context: Context) => Lookup<Kinds[Kind]> } = {
  application: ({ tenant }) => tenant.applications,
  user: ({ tenant }) => tenant.users,
  subscription: ({ tenant }) => tenant.subscriptions,
  agreement: ({ tenant }) => tenant.agreements.records,
  'agreement type': ({ tenant }) => tenant.agreements.types,
  contract: ({ tenant }) => tenant.contracts.records,
  'contract type': ({ tenant }) => tenant.contracts.types,
  task: ({ tasks }) => tasks,
};

/** A record of the tenant by id; throws a 404 if there is none (section "Errors"). */
export function find<Kind extends keyof Kinds>(kind: Kind, id: string, context: Context): Kinds[Kind] {
  const found = lookups[kind](context).get(id);
  if (found === undefined) throw new Refusal(404, `There is no ${kind} with this id`);
  return found;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a lower-case string has the form of an id. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/**
 * The id in a path parameter, in lower case, as UUIDs are compared. A value that is not a UUID is a 400 if the
 * operation documents that status, and otherwise a 404 like any unknown id.
 */
export function readId(parameter: string, { params, operation }: Context): string {
  const id = (params[parameter] ?? '').toLowerCase();
  if (isId(id)) return id;
  if (operation.statuses.includes(400)) throw new Refusal(400, `${parameter} must be a UUID`);
  throw new Refusal(404, 'There is no record with this id');
}
