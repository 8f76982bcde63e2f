import type { Answer } from '../client/answer.js';
import { isRecord, type JsonRecord } from './page.js';

/** The record in the response to a read; `null` if the status is not 200 or the body is not a JSON object. */
export function recordIn({ status, value }: Answer): JsonRecord | null {
  return status === 200 && isRecord(value) ? value : null;
}
