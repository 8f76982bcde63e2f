import { isLargeTenant } from '../../generators/tenant/generate-tenant.js';
import { lazyArray } from '../../generators/tenant/large/lazy-array.js';
import type { Tenant } from '../../generators/tenant/tenant.js';
import type { Row } from '../model.js';

/** What is known of the rows of a list of which each is about a user. */
interface UserRows {
  /** By row, the position of the user; takes a read of the whole list. */
  users(): Uint32Array;
  readonly own: OwnFields;
}

/** The fields of a row whose values are not those of the user. */
interface OwnFields {
  readonly fields: readonly string[];
  /** A row with these fields, at least. */
  at(position: number): Row;
}

/** How to make the rows of a list of usages or seats. */
interface Rows<Of> {
  userOf(one: Of): number;
  rowOf(one: Of): Row;
  ownOf?(one: Of): Row;
  readonly own: readonly string[];
}

const known = new WeakMap<readonly Row[], UserRows>();

/**
 * A row for each usage or seat of a user. In a large tenant, the rows are made when they are read: they would take as
 * much memory as all users. `own` are the fields whose values are not those of the user; `ownOf` makes only these.
 */
export function rowsOfUsers<Of extends object>(
  tenant: Tenant,
  list: readonly Of[],
  { userOf, rowOf, ownOf = rowOf, own }: Rows<Of>,
): readonly Row[] {
  if (!isLargeTenant(tenant)) return list.map(rowOf);
  const of = list.at.bind(list);
  const rows = lazyArray({ count: list.length, at: (position) => rowOf(of(position) as Of) });
  const users = () => {
    const positions = new Uint32Array(list.length);
    for (let position = 0; position < positions.length; position += 1) positions[position] = userOf(of(position) as Of);
    return positions;
  };
  known.set(rows, { users, own: { fields: own, at: (position) => ownOf(of(position) as Of) } });
  return rows;
}

/** What is known of the rows of a list; undefined for any other list. */
export function userRowsOf(rows: readonly Row[]): UserRows | undefined {
  return known.get(rows);
}
