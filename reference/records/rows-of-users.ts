import { isLargeTenant } from '../../generators/tenant/generate-tenant.js';
import { lazyArray } from '../../generators/tenant/large/lazy-array.js';
import type { Tenant } from '../../generators/tenant/tenant.js';
import type { Row } from '../model.js';

/** What is known of the rows of a list of which each is about a user. */
interface UserRows {
  /** By row, the position of the user. */
  readonly users: Uint32Array;
  /** The fields whose values are not those of the user. */
  readonly own: readonly string[];
}

const known = new WeakMap<readonly Row[], UserRows>();

/**
 * A row for each usage or seat of a user. In a large tenant, the rows are made when they are read: they would take as
 * much memory as all users.
 */
export function rowsOfUsers<Of extends object>(
  tenant: Tenant,
  list: readonly Of[],
  { userOf, rowOf, own }: { userOf(one: Of): number; rowOf(one: Of): Row; readonly own: readonly string[] },
): readonly Row[] {
  if (!isLargeTenant(tenant)) return list.map(rowOf);
  const rows = lazyArray({
    count: list.length,
    at: (position) => rowOf(list[position] as Of),
    all: () => list.map(rowOf),
  });
  known.set(rows, { users: Uint32Array.from(list, userOf), own });
  return rows;
}

/** What is known of the rows of a list; undefined for any other list. */
export function userRowsOf(rows: readonly Row[]): UserRows | undefined {
  return known.get(rows);
}
