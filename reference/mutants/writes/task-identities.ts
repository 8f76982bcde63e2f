import type { Hook } from '../../behaviour.js';
import { answer } from '../../hooks.js';
import type { Answer, BulkTask, Row } from '../../model.js';
import { Refusal } from '../../refusal.js';
import { type Defect, family } from '../mutant.js';
import { latestTask, links, records, task } from './write-hooks.js';

const UNKNOWN = '3a541836-17ed-4da2-8dee-0b7a1bf39e2d';
const AREAS = [
  {
    bulk: 'bulkUpdateUsers',
    read: 'getUsersTask',
    detail: 'getUser',
    update: 'updateUser',
    of: 'users',
    other: 'applications',
  },
  {
    bulk: 'bulkUpdateApplications',
    read: 'getApplicationsTask',
    detail: 'getApplication',
    update: 'updateApplication',
    of: 'applications',
    other: 'users',
  },
] as const;

/** The links of every task are those of the one that was started last. */
const latestLinks: Hook = (steps) => {
  let last: BulkTask | undefined;
  return {
    startTask: (request, selection, context) => {
      last = steps.startTask(request, selection, context);
      return last;
    },
    taskLinks: (given, context) => steps.taskLinks(last ?? given, context),
  };
};

/** Rejects the first reads of a task. */
const notFoundAtFirst: Hook = (steps) => {
  const reads = new Map<unknown, number>();
  return {
    taskRecord: (given, context) => {
      const count = (reads.get(given.id) ?? 0) + 1;
      reads.set(given.id, count);
      if (count <= 2) throw new Refusal(404, 'no such task');
      return steps.taskRecord(given, context);
    },
  };
};

/** A task runs for its first two reads, whose responses change. */
const whileRunning =
  (change: (given: Answer) => Answer): Hook =>
  (steps) => {
    const reads = new Map<unknown, number>();
    return {
      perform: (context) => {
        const count = (reads.get(context.params.id) ?? 0) + 1;
        reads.set(context.params.id, count);
        const given = steps.perform(context);
        const running = { ...given, body: { ...(given.body as Row), status: 'Running' } };
        return count <= 2 ? change(running) : given;
      },
    };
  };

/** A record shows what a task changed only in the second read after the task. */
const lateEffect: Hook = (steps) => {
  const old = new Map<unknown, Row>();
  return {
    completeTask: (given, context) => {
      for (const record of records(context)) if (given.ids.includes(String(record.id))) old.set(record.id, record);
      steps.completeTask(given, context);
    },
    read: (context) => {
      const read = steps.read(context);
      const before = old.get(read.id);
      old.delete(read.id);
      return before ?? read;
    },
  };
};

/** How long a task takes where it has to be seen while it runs, in milliseconds. */
const LONG = { taskDurationMs: 150 } as const;

const hrefs =
  (change: (href: string, given: BulkTask) => string) =>
  (link: { readonly href?: string | null }, given: BulkTask) => ({
    ...link,
    href: change(link.href ?? '', given),
  });

/** Hrefs of a task reference; those that end in tasks/ and the id have another form all the same. */
function hrefsOf(of: string): readonly {
  readonly what: string;
  readonly form: boolean;
  readonly change: (href: string, given: BulkTask) => string;
}[] {
  const prefix = 'api/saas/consolidated-view/v1';
  return [
    { what: 'has no prefix', form: true, change: (_href, { id }) => `tasks/${id}` },
    { what: 'has the prefix of another version', form: true, change: (href) => href.replace('/v1/', '/v2/') },
    { what: 'has the prefix of the agreement area', form: true, change: (_href, { id }) => `api/sam/v2/tasks/${id}` },
    {
      what: 'leads to another host',
      form: true,
      change: (_href, { id }) => `https://tasks.example/${prefix}/tasks/${id}`,
    },
    { what: 'has a placeholder', form: false, change: (href, { id }) => href.replace(id, '{task_id}') },
    { what: 'has another id', form: false, change: (href, { id }) => href.replace(id, UNKNOWN) },
    { what: 'leads to the result', form: false, change: (_href, { id }) => `${prefix}/${of}/bulk-update/${id}` },
    { what: 'has the id in the query', form: false, change: (_href, { id }) => `${prefix}/tasks?id=${id}` },
    { what: 'is empty', form: false, change: () => '' },
  ];
}

const perArea = AREAS.flatMap(({ bulk, read, detail, update, of, other }): Defect[] => [
  ...hrefsOf(of).map(
    ({ what, form, change }): Defect => ({
      title: `the href of a task reference of ${of} ${what}`,
      operation: bulk,
      rule: form ? 'bulk.task-link-form' : 'bulk.task-link',
      also: ['bulk.task-link-form'],
      hook: links('referenceLinks', hrefs(change)),
    }),
  ),
  {
    title: `the link of a task of ${of} leads to the ${other}`,
    operation: read,
    seenFrom: bulk,
    rule: 'tasks.summary-link',
    also: ['tasks.summary', 'tasks.link-form'],
    hook: links(
      'taskLinks',
      hrefs((_href, { id }) => `api/saas/consolidated-view/v1/${other}/bulk-update/${id}`),
    ),
  },
  {
    title: `the link of a task of ${of} has the id of another task`,
    operation: read,
    seenFrom: bulk,
    rule: of === 'users' ? 'tasks.summary-link' : 'tasks.link-form',
    also: ['tasks.summary', 'tasks.link-form'],
    hook: links(
      'taskLinks',
      hrefs((href, { id }) => href.replace(id, UNKNOWN)),
    ),
  },
  {
    title: `the link of a task of ${of} leads to the task itself`,
    operation: read,
    seenFrom: bulk,
    rule: of === 'users' ? 'tasks.summary-link' : 'tasks.link-form',
    also: ['tasks.summary', 'tasks.link-form'],
    hook: links(
      'taskLinks',
      hrefs((_href, { id }) => `api/saas/consolidated-view/v1/tasks/${id}`),
    ),
  },
  {
    title: `the link of a task of ${of} has the path of another version`,
    operation: read,
    seenFrom: bulk,
    rule: 'tasks.link-form',
    also: ['tasks.summary'],
    hook: links(
      'taskLinks',
      hrefs((href) => href.replace('/v1/', '/v2/')),
    ),
  },
  {
    title: `any task of ${of} is answered as the latest one`,
    operation: [bulk, read],
    seenFrom: bulk,
    rule: 'tasks.own',
    hook: latestTask((_asked, last) => last),
  },
  {
    title: `any task of ${of} has the status of the latest one`,
    operation: [bulk, read],
    seenFrom: bulk,
    rule: 'tasks.own',
    reference: LONG,
    hook: latestTask((asked, last) => ({ ...asked, status: last.status })),
  },
  {
    title: `the link of any task of ${of} leads to the latest one`,
    operation: [bulk, read],
    seenFrom: bulk,
    rule: 'tasks.own',
    hook: latestLinks,
  },
  {
    title: `a task of ${of} is not found at first`,
    operation: read,
    seenFrom: bulk,
    rule: 'tasks.readable',
    also: ['tasks.answered'],
    hook: notFoundAtFirst,
  },
  {
    title: `a task of ${of} that runs is answered with 202`,
    operation: read,
    seenFrom: bulk,
    rule: 'tasks.answered',
    also: ['tasks.readable', 'answers.success-status'],
    hook: whileRunning((given) => ({ ...given, status: 202 })),
  },
  {
    title: `a task of ${of} that runs is answered with 204`,
    operation: read,
    seenFrom: bulk,
    rule: 'tasks.answered',
    also: ['tasks.readable', 'answers.success-status'],
    hook: whileRunning(() => ({ status: 204 })),
  },
  {
    title: `a task of ${of} that runs is answered with 500`,
    operation: read,
    seenFrom: bulk,
    rule: 'tasks.answered',
    also: ['tasks.readable', 'answers.success-status'],
    hook: whileRunning(() => {
      throw new Error('unexpected');
    }),
  },
  {
    title: `a task of ${of} that is complete is answered with 303`,
    operation: read,
    seenFrom: bulk,
    rule: 'tasks.answered',
    also: ['tasks.readable', 'answers.success-status', 'tasks.completes'],
    hook: answer((given) =>
      (given.body as Row).status === 'Complete' ? { ...given, status: 303, headers: { location: 'result' } } : given,
    ),
  },
  {
    title: `a task of ${of} is Complete before its effect`,
    operation: [bulk, detail],
    seenFrom: update,
    rule: 'tasks.effect',
    also: ['bulk.effect', 'tasks.summary', 'bulk.other-flags', 'bulk.hostile-bodies'],
    hook: lateEffect,
  },
  {
    title: `a task of ${of} is Complete long before its effect`,
    operation: [bulk, read],
    seenFrom: bulk,
    rule: 'bulk.effect',
    also: ['tasks.effect', 'tasks.summary', 'bulk.other-flags', 'bulk.repeated-ids', 'bulk.concurrent', 'bulk.listed'],
    reference: { taskDurationMs: 250 },
    hook: task((given) => ({ ...given, status: 'Complete' })),
  },
  ...['Completed', 'Done', 'Succeeded', 'COMPLETE', 'Finished'].map(
    (word): Defect => ({
      title: `a task of ${of} ends with ${word}`,
      operation: read,
      seenFrom: bulk,
      rule: 'tasks.completes',
      hook: task((given) => ({ ...given, status: given.status === 'Complete' ? word : given.status })),
    }),
  ),
  {
    title: `the status of a task of ${of} is a number`,
    operation: read,
    seenFrom: bulk,
    rule: 'tasks.completes',
    hook: task((given) => ({ ...given, status: given.status === 'Complete' ? 2 : 1 })),
  },
  {
    title: `a task of ${of} runs again after a while`,
    operation: read,
    seenFrom: bulk,
    rule: 'tasks.completes',
    rules: ['tasks.completes', 'tasks.own'],
    hook: (steps) => {
      const seen = new Map<unknown, number>();
      return {
        taskRecord: (given, context) => {
          const made = steps.taskRecord(given, context);
          if (made.status !== 'Complete') return made;
          const first = seen.get(given.id) ?? performance.now();
          seen.set(given.id, first);
          return { ...made, status: performance.now() - first > 600 ? 'Running' : 'Complete' };
        },
      };
    },
  },
]);

/** What can be wrong with which task is read, with its links, and with when it is complete. */
export const taskIdentities = family('task-identities', perArea, 'writes');
