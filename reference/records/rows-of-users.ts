import type { FieldReader, NumberedTexts } from '../../generators/tenant/collection.js';
import { isLargeTenant } from '../../generators/tenant/generate-tenant.js';
import { lazyArray } from '../../generators/tenant/large/lazy-array.js';
import type { Tenant } from '../../generators/tenant/tenant.js';
import type { Row } from '../model.js';

/** What is known of the rows of a list of which each is about a user. */
interface UserRows {
  /** By row, the position of the user; takes a read of the whole list. */
  users(): Uint32Array;
  /** The fields whose values are not those of the user. */
  readonly fields: Readonly<Record<string, FieldReader>>;
}

/** A field of a row that follows from a usage or a seat. */
export interface OwnField<Of> {
  of(one: Of): unknown;
  /** As in a `FieldReader`. */
  readonly numbers?: Omit<NumberedTexts, 'at'> & { of(one: Of): number | null };
}

export type OwnFields<Of> = Readonly<Record<string, OwnField<Of>>>;

/** How to make the rows of a list of usages or seats. */
interface Rows<Of> {
  userOf(one: Of): number;
  rowOf(one: Of): Row;
  /** The fields of a row whose values are not those of the user. */
  readonly own: OwnFields<Of>;
  /** Reads some of these fields of all rows in less time than one row after the other. */
  readonly readers?: Readonly<Record<string, FieldReader>>;
}

const known = new WeakMap<readonly Row[], UserRows>();

/**
 * A row for each usage or seat of a user. In a large tenant, the rows are made when they are read: they would take as
 * much memory as all users.
 */
export function rowsOfUsers<Of extends object>(
  tenant: Tenant,
  list: readonly Of[],
  { userOf, rowOf, own, readers }: Rows<Of>,
): readonly Row[] {
  if (!isLargeTenant(tenant)) return list.map(rowOf);
  const of = list.at.bind(list) as (position: number) => Of;
  const rows = lazyArray({ count: list.length, at: (position) => rowOf(of(position)) });
  const users = () => {
    const positions = new Uint32Array(list.length);
    for (let position = 0; position < positions.length; position += 1) positions[position] = userOf(of(position));
    return positions;
  };
  const fields = Object.fromEntries(Object.entries(own).map(([name, field]) => [name, rowField(field, of)]));
  known.set(rows, { users, fields: { ...fields, ...readers } });
  return rows;
}

function rowField<Of>(field: OwnField<Of>, of: (position: number) => Of): FieldReader {
  const at = (position: number) => field.of(of(position));
  const { numbers } = field;
  if (numbers === undefined) return { at };
  return { at, numbers: { ...numbers, at: (position) => numbers.of(of(position)) } };
}

/** What is known of the rows of a list; undefined for any other list. */
export function userRowsOf(rows: readonly Row[]): UserRows | undefined {
  return known.get(rows);
}
