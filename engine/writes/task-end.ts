import type { Answer } from '../client/answer.js';
import type { JsonRecord } from '../session/page.js';
import { recordIn } from '../session/record-in.js';

/** One reading of a task; `task` is `null` if the response is not a success with a record. */
export interface Poll {
  readonly answer: Answer;
  readonly task: JsonRecord | null;
  readonly status: unknown;
}

/** The result of waiting for a task. */
export interface TaskEnd {
  readonly id: string;
  readonly polls: readonly Poll[];
  readonly last: Poll;
  /** Its last status is a success; otherwise it ended in another state, or timed out. */
  readonly complete: boolean;
  /** It did not end before the deadline, or could not be read. */
  readonly late: boolean;
  /** The deadline was the whole task time-out, not what an earlier time-out had left of it. */
  readonly hadWholeTimeout: boolean;
  readonly waitedMs: number;
}

/** A response as the reading of a task. */
export function pollOf(answer: Answer): Poll {
  const task = recordIn(answer);
  return { answer, task, status: task?.status };
}
