import type { WriteRule } from '../../../../engine/run/rule.js';
import { isEnded } from '../../../../engine/writes/task.js';
import { waitFor } from '../../../../engine/writes/waiting.js';
import { isBulkUpdate } from '../../applies.js';
import { brief, recordOf } from '../compare.js';
import { readBy } from '../read-by.js';

/** States in common use of a task that has not ended; the document shows none. */
const RUNS =
  /^(running|in[ _-]?progress|pending|queued|processing|started|executing|scheduled|submitted|accepted|created|new)$/i;

/**
 * The tasks of documented bulk updates that still ran when a check ended its wait for them. Each has had the whole task
 * time-out before it counts as one that never ends.
 */
export const eachCompletes: WriteRule = {
  id: 'tasks.each-completes',
  clause: 'tasks.each-completes',
  needs: [],
  last: true,
  appliesTo: isBulkUpdate,
  async write(context) {
    const { bulk } = context;
    if (!bulk.takesListed) {
      const cause = 'it judges the tasks of the other checks of bulk updates, such as bulk.many-ids';
      return context.inconclusive(`no task completed in this run (see tasks.completes): ${cause}`);
    }
    const open: string[] = [];
    for (const { id, since, of } of bulk.unended) {
      const { value: answer } = await waitFor(
        () => readBy(context, context.kind.bulk.task, id),
        (read) => recordOf(read) === null || isEnded(recordOf(read)),
        Math.max(0, since + bulk.patience.timeoutMs - performance.now()),
      );
      const task = recordOf(answer);
      if (isEnded(task)) continue;
      const [state, status] = [String(task?.status), brief(task?.status)];
      if (!bulk.runningStates.has(state) && !RUNS.test(state)) {
        const shown = task === null ? `returned ${answer.summary}` : `has the status ${status}`;
        open.push(`the task ${id} of ${of} ${shown} in the end`);
        continue;
      }
      const ms = Math.round(performance.now() - since);
      const message = `the task ${id} of ${of} still has the status ${status} after ${ms} ms, although other tasks completed`;
      context.report(answer, { at: '/status', expected: 'Complete', actual: status, message });
    }
    const [first] = open;
    if (first !== undefined && context.evidence.length === 0)
      context.inconclusive(`${first}: whether it has ended is unspecified`);
  },
};
