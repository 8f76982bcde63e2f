import type { TaskEnd } from '../../../../engine/writes/task-end.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';

/**
 * Ends a check as inconclusive unless the task of its bulk update completed. One that still ran when the wait for it ended
 * is remembered for tasks.each-completes, with its bulk update in words. `null` is a task that no check waited for.
 */
export function assertCompleted(context: WriteContext, end: TaskEnd | null, of: string): asserts end is TaskEnd {
  if (end?.complete === true) return;
  if (end?.late === true && end.last.task !== null)
    context.bulk.unended.push({ id: end.id, since: performance.now() - end.waitedMs, of });
  context.inconclusive('the task does not complete (see tasks.completes and tasks.each-completes)');
}
