import { type Answer, isSuccess } from '../client/answer.js';
import { isRecord, type JsonRecord } from './page.js';

/** The record in the response to a read; `null` if the status is not 200 or the body is not a JSON object. */
export function recordIn({ status, value }: Answer): JsonRecord | null {
  return status === 200 && isRecord(value) ? value : null;
}

/** Whether the response to a read of a record is a success without one: what the record has may break it. */
export function isBroken(answer: Answer): boolean {
  return isSuccess(answer) && recordIn(answer) === null;
}
