import { body, on, record, where } from '../../hooks.js';
import type { Hook } from '../../index.js';
import type { BulkTask } from '../../model.js';
import { Refusal } from '../../refusal.js';
import { family } from '../variant.js';
import { isBulkUpdate, isTask, refuse400 } from './bodies.js';

/** A task returns these states in turn, one for each read, until it is complete. */
const states = (...before: readonly string[]): Hook =>
  where(isTask, (steps) => {
    const reads = new Map<unknown, number>();
    return {
      taskRecord: (task, context) => {
        const made = steps.taskRecord(task, context);
        if (made.status === 'Complete') return made;
        const count = reads.get(task.id) ?? 0;
        reads.set(task.id, count + 1);
        return { ...made, status: before[Math.min(count, before.length - 1)] };
      },
    };
  });

/** A task and its summary can be read for some time after its end. */
const kept = (forMs: number): Hook => {
  return (steps) => {
    const ends = new Map<unknown, number>();
    const isGone = (id: unknown): boolean => performance.now() > (ends.get(id) ?? Number.POSITIVE_INFINITY);
    return {
      find: (kind, id, context) => {
        if (kind === 'task' && isGone(id)) throw new Refusal(404, 'the task is over');
        return steps.find(kind, id, context);
      },
      taskRecord: (task, context) => {
        if (task.status === 'Complete' && !ends.has(task.id)) ends.set(task.id, performance.now() + forMs);
        return steps.taskRecord(task, context);
      },
    };
  };
};

/** Every other read of a task, and of its summary, shows it as it was some time ago. */
function behind(byMs: number): Hook {
  return (steps) => {
    const ends = new Map<string, number>();
    let reads = 0;
    /** Whether a read of a completed task shows it as it was when it ran. */
    const isBehind = ({ id, status }: BulkTask): boolean => {
      if (status !== 'Complete') return false;
      const end = ends.get(id) ?? performance.now();
      ends.set(id, end);
      reads += 1;
      return reads % 2 === 0 && performance.now() < end + byMs;
    };
    const earlier = (task: BulkTask): BulkTask => (isBehind(task) ? { ...task, status: 'Running' } : task);
    return {
      taskRecord: (task, context) => steps.taskRecord(earlier(task), context),
      summaryRecord: (task, context) => steps.summaryRecord(earlier(task), context),
    };
  };
}

/** The id of the summary of a task with an id, and the reverse. */
const ownSummaryId = (id: string): string => (15 - Number.parseInt(id.slice(0, 1), 16)).toString(16) + id.slice(1);

/** How long a bulk update takes, and what its task shows. */
export const tasks = family(
  'tasks',
  [
    {
      title: 'a task takes 250 ms',
      chooses: ['tasks.states'],
      reference: { taskDurationMs: 250 },
      writes: { taskTimeoutMs: 10_000 },
    },
    {
      title: 'a task completes at once',
      chooses: ['tasks.states'],
      reference: { taskDurationMs: 0 },
    },
    {
      title: 'a task is Queued, then Running',
      chooses: ['tasks.states'],
      reference: { taskDurationMs: 120 },
      hooks: [states('Queued', 'Running')],
    },
    {
      title: 'every other read of a task, or of its summary, is 300 ms behind',
      chooses: ['tasks.states'],
      writes: { consistencyWindowMs: 2000 },
      hooks: [behind(300)],
    },
    {
      title: 'a task has no status and no link before its end',
      chooses: ['tasks.states', 'records.presence'],
      reference: { taskDurationMs: 80 },
      hooks: [
        where(
          isTask,
          body((given) => (given.status === 'Complete' ? given : { id: given.id, name: null, status: null })),
        ),
      ],
    },
    {
      title: 'a task and its summary are gone 60 ms after its end',
      chooses: ['tasks.states'],
      hooks: [kept(60)],
    },
    {
      title: 'a task and its summary are gone once its end has been read',
      chooses: ['tasks.states'],
      inconclusiveWrites: ['getBulkUpdateUsersSummary'],
      hooks: [kept(0)],
    },
    {
      title: 'task links begin with a slash, and contain the id in upper case',
      liberty: 'RFC 9562 section 4: a UUID is read in any case',
      hooks: [
        (steps) => ({
          referenceLinks: (task, context) =>
            steps
              .referenceLinks(task, context)
              .map((link) => ({ ...link, href: `/${link.href?.replace(task.id, task.id.toUpperCase())}` })),
          taskLinks: (task, context) =>
            steps.taskLinks(task, context).map((link) => ({ ...link, href: `/${link.href}` })),
        }),
      ],
    },
    {
      title: 'a task and its reference have further links',
      chooses: ['relations.link-rels'],
      hooks: [
        (steps) => {
          const more = { href: 'https://help.example/tasks', rel: 'help', method: 'GET' };
          return {
            referenceLinks: (task, context) => [more, ...steps.referenceLinks(task, context)],
            taskLinks: (task, context) => [...steps.taskLinks(task, context), more],
          };
        },
      ],
    },
    {
      title: 'only one bulk update runs at a time',
      chooses: ['answers.limits'],
      inconclusiveWrites: ['bulkUpdateApplications', 'bulkUpdateUsers'],
      reference: { taskDurationMs: 40 },
      writes: { taskTimeoutMs: 10_000 },
      hooks: [
        where(isBulkUpdate, (steps) => {
          let running = 0;
          return {
            startTask: (request, selection, context) => {
              if (running > 0) refuse400('a bulk update is running');
              running += 1;
              return steps.startTask(request, selection, context);
            },
            completeTask: (task, context) => {
              running -= 1;
              steps.completeTask(task, context);
            },
          };
        }),
      ],
    },
    {
      title: 'a task with failed ids ends as CompletedWithErrors',
      chooses: ['tasks.states', 'bulk.unknown-ids'],
      hooks: [
        where(isTask, (steps) => ({
          taskRecord: (task, context) => {
            const made = steps.taskRecord(task, context);
            return made.status === 'Complete' && task.failed.length > 0
              ? { ...made, status: 'CompletedWithErrors' }
              : made;
          },
        })),
      ],
    },
    {
      title: 'a bulk update fails for disabled users, as its summary states',
      chooses: ['bulk.unknown-ids'],
      hooks: [
        on('bulkUpdateUsers', (steps) => ({
          select: (request, context) => {
            const { ids, unknown } = steps.select(request, context);
            const isEnabled = (id: string) => context.tenant.users.get(id)?.isEnabled !== false;
            return {
              ids: ids.filter(isEnabled),
              unknown: [...unknown, ...ids.filter((id) => !isEnabled(id))],
            };
          },
        })),
      ],
    },
    {
      title: 'a summary has an id of its own, to which the link of the task leads',
      liberty: 'section "Endpoints": the path parameter is the id of the summary, and the task links to the summary',
      hooks: [
        on('getBulkUpdateUsersSummary', (steps) => ({
          find: (kind, id, context) => steps.find(kind, ownSummaryId(id), context),
        })),
        (steps) => ({
          taskLinks: (task, context) =>
            steps.taskLinks(task, context).map((link) => ({
              ...link,
              href: `${link.href}`.replace(
                `users/bulk-update/${task.id}`,
                `users/bulk-update/${ownSummaryId(task.id)}`,
              ),
            })),
        }),
      ],
    },
    {
      title: 'the counts of a summary are null',
      chooses: ['records.presence'],
      hooks: [
        on(
          'getBulkUpdateUsersSummary',
          record(() => ({ successCount: null, failedCount: null })),
        ),
      ],
    },
  ],
  'writes',
);
