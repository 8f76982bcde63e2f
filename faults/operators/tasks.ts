import { recordKinds } from '../../contract/record-kinds.js';
import type { Operation } from '../../contract/types.js';
import { onReply, onValue } from '../change.js';
import { type Operator, operator, remembering } from '../fault.js';
import { isObject, isSuccess, type JsonObject, type Transform, withText } from '../wire.js';
import { relinked } from './bulk-updates.js';

const isTask = ({ id }: Operation): boolean => recordKinds.some(({ bulk }) => bulk.task === id);
const isSummary = ({ success }: Operation): boolean => success.schema === 'bulk-update-users-summary';

/** Every task is answered as the first one. */
const firstRead = () => (): Transform => {
  let first: JsonObject | null = null;
  return onValue((value) => {
    first ??= value;
    return first;
  });
};

/** From its second read on, a task has another status. */
const later = (status: string) => (): Transform => {
  const read = new Set<unknown>();
  return onValue((value) => {
    const isAgain = read.has(value.id);
    read.add(value.id);
    return isAgain ? { ...value, status } : value;
  });
};

const counted = (id: string, title: string, change: (summary: JsonObject) => JsonObject): Operator =>
  operator(id, title, 'tasks.summary', isSummary, onValue(change));

const added = (summary: JsonObject, name: string, more: number): JsonObject =>
  typeof summary[name] === 'number' ? { ...summary, [name]: summary[name] + more } : summary;

/** What becomes of a bulk update. */
export const tasks: readonly Operator[] = [
  operator(
    'task-never-completes',
    'A task runs for ever',
    'tasks.completes',
    isTask,
    onValue((task) => ({ ...task, status: 'Running' })),
  ),
  operator(
    'task-fails',
    'A task fails',
    'tasks.completes',
    isTask,
    onValue((task) => ({ ...task, status: 'Failed' })),
  ),
  operator(
    'task-status-lower-case',
    'The status of a task is in lower case',
    'tasks.completes',
    isTask,
    onValue((task) => (typeof task.status === 'string' ? { ...task, status: task.status.toLowerCase() } : task)),
  ),
  operator(
    'task-status-missing',
    'A task has no status',
    ['tasks.completes', 'records.shown'],
    isTask,
    onValue(({ status: _status, ...rest }) => rest),
  ),
  remembering('task-runs-again', 'A completed task is running again', 'tasks.completes', isTask, later('Running')),
  operator(
    'task-unknown',
    'The task of an accepted bulk update is not found',
    'tasks.answered',
    isTask,
    onReply((reply, call) =>
      isSuccess(reply) && call.credentialed
        ? { ...withText(reply, JSON.stringify({ error: { code: 404, message: 'no task' } })), status: 404 }
        : reply,
    ),
  ),
  operator(
    'task-500',
    'The task of an accepted bulk update is a server error',
    'tasks.answered',
    isTask,
    onReply((reply, call) => (isSuccess(reply) && call.credentialed ? { ...reply, status: 500 } : reply)),
  ),
  remembering('task-of-another', 'Every task is answered as the first one', 'tasks.answered', isTask, firstRead()),
  operator(
    'task-links-missing',
    'A task has no links',
    'tasks.summary-link',
    isTask,
    onValue(({ _links, ...rest }) => rest),
  ),
  operator(
    'task-link-rel',
    'The link of a task has another rel',
    'tasks.summary-link',
    isTask,
    onValue((task) => relinked(task, (link) => ({ ...link, rel: 'result' }))),
  ),
  operator(
    'task-link-method',
    'The link of a task has another method',
    'tasks.summary-link',
    isTask,
    onValue((task) => relinked(task, (link) => ({ ...link, method: 'POST' }))),
  ),
  counted('summary-success-one-more', 'A summary counts one success too many', (summary) =>
    added(summary, 'successCount', 1),
  ),
  counted('summary-success-one-less', 'A summary counts one success too few', (summary) =>
    added(summary, 'successCount', -1),
  ),
  counted('summary-failed-one-more', 'A summary counts one failure too many', (summary) =>
    added(summary, 'failedCount', 1),
  ),
  counted('summary-zero', 'A summary counts nothing', (summary) => ({ ...summary, successCount: 0, failedCount: 0 })),
  counted('summary-counts-swapped', 'The counts of a summary are swapped', (summary) => ({
    ...summary,
    successCount: summary.failedCount,
    failedCount: summary.successCount,
  })),
  counted('summary-failed-listed', 'A summary lists a failed id that it does not count', (summary) =>
    isObject(summary.failed)
      ? { ...summary, failed: { ...summary.failed, 9: '00000000-0000-4000-8000-000000000000' } }
      : summary,
  ),
];
