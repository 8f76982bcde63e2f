import type { Answer } from '../client/answer.js';
import { isRecord, type JsonRecord } from '../session/page.js';

/** Final states; the document shows only the first one, the others are in common use. */
const ENDED = /^(complete|completed|failed|failure|faulted|error|errored|cancell?ed|aborted)$/i;

/** Whether a task has ended, by its own status. */
export function isEnded(task: JsonRecord | null): boolean {
  return typeof task?.status === 'string' && ENDED.test(task.status);
}

/** The id of the task in a response; `null` if there is none. */
export function taskOf({ value }: Answer): string | null {
  if (!isRecord(value)) return null;
  const { id } = value;
  return typeof id === 'string' && id !== '' ? id : null;
}
