import type { JsonRecord } from '../../engine/session/page.js';

/** Whether the numbers of a field are read exactly: an integer above 2^53 is read as a number nearby. */
export function hasExactNumbers(items: readonly JsonRecord[], field: string): boolean {
  return items.every(({ [field]: value }) => !Number.isInteger(value) || Number.isSafeInteger(value));
}
