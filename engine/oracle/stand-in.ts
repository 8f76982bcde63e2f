import type { DataType } from '../../contract/query-language.js';

/** The first and last days of date types, and the nil UUID of RFC 9562. */
const STAND_INS: Partial<Readonly<Record<DataType, RegExp>>> = {
  string: /^$|^0{8}-0{4}-0{4}-0{4}-0{12}$/,
  date: /^(?:0001|9999)-|^(?:1753|1900|1970)-01-01/,
};

/** Whether a target may show a value where its store has a null, and so may filter and sort it as a null. */
export function mayBeNull(type: DataType, value: unknown): boolean {
  return typeof value === 'string' && STAND_INS[type]?.test(value) === true;
}
