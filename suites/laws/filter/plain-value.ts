const SIMPLE = /^[A-Za-z0-9](?:[A-Za-z0-9 _.@-]*[A-Za-z0-9.])?$/;

/** Whether a value is a text that needs no escape in a filter. */
export function isPlainValue(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 100 && SIMPLE.test(value);
}

const LETTERS = /^[\p{L}\p{N}](?:[\p{L}\p{N} _.@-]*[\p{L}\p{N}.])?$/u;
const ASTRAL = /[\u{10000}-\u{10ffff}]/u;

/** Whether a value is a plain one in any script, of letters that are the same in each Unicode form. */
export function isPlainAbroad(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 100 || !LETTERS.test(value) || ASTRAL.test(value)) return false;
  return value === value.normalize('NFKC') && value === value.normalize('NFD');
}

/** Whether a plain value distinguishes a record: an identifier of zeros may mean that there is none. */
export function isTellingValue(value: unknown): value is string {
  return isPlainValue(value) && /[^0-]/.test(value);
}
