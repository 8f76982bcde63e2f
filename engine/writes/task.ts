import type { Answer } from '../client/answer.js';
import { isRecord, type JsonRecord } from '../session/page.js';

/** Final states, without what separates their words; the document shows only `Complete`, the others are in common use. */
const ENDED =
  /^(?:(?:partial(?:ly)?)?(?:completed?|done|finished|succeeded|success(?:ful)?|failed|failure)(?:with(?:errors?|warnings?|failures?))?|faulted|error|errored|cancell?ed|aborted|rejected|terminated)$/i;

/** Whether a task has ended, by its own status. */
export function isEnded(task: JsonRecord | null): boolean {
  return typeof task?.status === 'string' && ENDED.test(task.status.replace(/[^a-z]/gi, ''));
}

/** The id of the task in a response; `null` if there is none. */
export function taskOf({ value }: Answer): string | null {
  if (!isRecord(value)) return null;
  const { id } = value;
  return typeof id === 'string' && id !== '' ? id : null;
}
