import type { Answer } from '../client/answer.js';
import { isRecord, type JsonRecord } from '../session/page.js';

/** States in which nothing happens any more; the document shows the first one alone, the others are in common use. */
const ENDED = /^(complete|completed|failed|failure|faulted|error|errored|cancell?ed|aborted)$/i;

/** Whether a task has come to its end, by its own word. */
export function isEnded(task: JsonRecord | null): boolean {
  return typeof task?.status === 'string' && ENDED.test(task.status);
}

/** The id of the task that an answer refers to; `null` where it names none. */
export function taskOf({ json }: Answer): string | null {
  if (json.problem !== undefined || !isRecord(json.value)) return null;
  const { id } = json.value;
  return typeof id === 'string' && id !== '' ? id : null;
}
