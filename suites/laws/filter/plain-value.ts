const SIMPLE = /^[A-Za-z0-9](?:[A-Za-z0-9 _.@-]*[A-Za-z0-9.])?$/;

/** Whether a value is a text that needs no escape in a filter. */
export function isPlainValue(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 100 && SIMPLE.test(value);
}

/** Whether a plain value distinguishes a record: an identifier of zeros may mean that there is none. */
export function isTellingValue(value: unknown): value is string {
  return isPlainValue(value) && /[^0-]/.test(value);
}
