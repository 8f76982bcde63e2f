import { isObject } from './wire.js';

/** Another value of the same type and form. */
export function otherValue(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.slice(1);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).slice(0, -1));
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d\d-\d\d/.test(value)) return `${Number(value.slice(0, 4)) - 1}-01-01${value.slice(10)}`;
  if (/^[0-9a-f]{8}-/i.test(value)) return (value.startsWith('0') ? '1' : '0') + value.slice(1);
  return value === '' ? 'other' : `${value} II`;
}
