import type { Context } from '../behaviour.js';
import type { BulkTask, Row } from '../model.js';

/** A task as it is read (section "Task"). */
export function taskRecord(task: BulkTask, context: Context): Row {
  const { id, area, ids, status } = task;
  return {
    id,
    name: `bulk-update-${area}`,
    status,
    description: `Updates ${ids.length} ${area}`,
    _links: context.steps.taskLinks(task, context),
  };
}

/** The result of a bulk update of users (section "Bulk update users summary"); its counts are 0 before the end. */
export function summaryRecord({ ids, failed, status }: BulkTask): Row {
  const done = status === 'Complete';
  return {
    successCount: done ? ids.length : 0,
    failedCount: done ? failed.length : 0,
    failed: done ? failed : [],
    failureReason: done && failed.length > 0 ? 'There are no users with these ids' : '',
  };
}
