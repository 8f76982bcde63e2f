import type { Application, User } from '../../generators/tenant/stored.js';
import type { Context } from '../behaviour.js';
import type { Row } from '../model.js';
import { Refusal } from '../refusal.js';

const USER_MEMBERS = ['isOnline', 'isInReview', 'isQualified'];
const APPLICATION_MEMBERS = ['sanctioned', 'singleSignOn', 'notes', 'description', 'aiCategory', 'aiSubcategory'];

/**
 * The record after the merge patch of Update user or Update application. Only the documented members count;
 * `websiteDate.categoryName` sets the field `categoryName`, and a new owner also changes the name of the owner.
 */
export function applyPatch(record: Row, patch: Row, { operation, tenant }: Context): Row {
  if (operation.area === 'users') return { ...record, ...pick(patch, USER_MEMBERS) };
  const owner = tenant.users.get(String(patch.primaryOwnerId).toLowerCase());
  if (owner === undefined) throw new Refusal(400, 'primaryOwnerId must be the id of a user');
  return {
    ...record,
    ...pick(patch, APPLICATION_MEMBERS),
    primaryOwnerId: owner.id,
    primaryOwnerName: owner.displayName,
    categoryName: (patch.websiteDate as Row).categoryName,
  };
}

function pick(from: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}

/** Stores a changed user or application in place of the one with its id, for all later reads. */
export function save(record: Row, { operation, tenant }: Context): void {
  if (operation.area === 'users') tenant.users.replace(record as User);
  else tenant.applications.replace(record as Application);
}
