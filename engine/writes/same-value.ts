import { isSameUuid } from '../session/same-id.js';
import { sameJson } from '../session/validation.js';

/** Whether two values of a field are equal; null and absent count as equal, and so does a UUID in another letter case. */
export function isSame(left: unknown, right: unknown): boolean {
  return sameJson(left ?? null, right ?? null) || isSameUuid(left, right);
}

/**
 * Whether a value may be what a target stored for a sent one: the same, converted to another type, or a text in another
 * Unicode form or without the spaces around it.
 */
export function couldBecome(sent: unknown, value: unknown = null): boolean {
  if (isSame(sent, value)) return true;
  if (sent === null || sent === undefined) return value === '' || value === false || value === 0;
  return storedForm(sent) === storedForm(value);
}

const storedForm = (value: unknown): string => String(value).normalize('NFC').trim();
