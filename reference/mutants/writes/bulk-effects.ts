import { answer, body } from '../../hooks.js';
import { type Defect, family } from '../mutant.js';
import { flags, links, neighbourOf, records, refusing, selecting } from './write-hooks.js';

/** Other rules that find it if a flag is never set as requested. */
const OF_FLAGS = [
  'writes.sequences',
  'bulk.concurrent',
  'bulk.with-update',
  'bulk.filter',
  'bulk.repeated-ids',
  'bulk.scope-all',
  'bulk.other-flags',
  'bulk.hostile-bodies',
  'bulk.required-members',
];

/** Defects of the response to a bulk update, and of its effect. */
export const bulkEffects = family(
  'bulk-updates',
  [
    {
      title: 'a bulk update with a filter changes its first record alone',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.filter',
      rules: ['bulk.filter-joined'],
      rarity: 'rare',
      hook: selecting((ids, { filter }) => (filter === undefined ? ids : ids.slice(0, 1))),
    },
    {
      title: 'a bulk update gives all flags the value of the first one',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.effect',
      also: ['writes.sequences', 'bulk.other-flags'],
      hook: flags((given) => Object.fromEntries(Object.keys(given).map((name) => [name, Object.values(given)[0]]))),
    },
    {
      title: 'a bulk update gives one of two flags the value of the other',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.effect',
      hook: flags((given) =>
        'review' in given && 'qualified' in given ? { ...given, review: given.qualified } : given,
      ),
    },
    {
      title: 'a bulk update without flags clears all flags',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.hostile-bodies',
      rules: ['bulk.no-flags', 'bulk.hostile-bodies'],
      rarity: 'rare',
      hook: (steps) => ({
        readBody: (context) => {
          const given = JSON.parse(context.body ?? 'null') as { body?: object };
          if (Object.keys(given?.body ?? { some: true }).length > 0) return steps.readBody(context);
          const cleared = { onlineOnly: false, review: false, qualified: false };
          return steps.readBody({ ...context, body: JSON.stringify({ ...given, body: cleared }) });
        },
      }),
    },
    {
      title: 'a task has no description',
      operation: ['bulkUpdateUsers', 'getUsersTask'],
      seenFrom: 'bulkUpdateUsers',
      rule: 'records.shown',
      rules: ['tasks.shown'],
      hook: (steps) => ({
        taskRecord: (given, context) => {
          const { description: _description, ...shown } = steps.taskRecord(given, context);
          return shown;
        },
      }),
    },
    {
      id: 'a-bulk-update-is-answered-with-200',
      title: 'a bulk update returns 200',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.accepted',
      hook: answer((given) => ({ ...given, status: 200 })),
    },
    {
      id: 'a-bulk-update-is-a-500',
      title: 'a bulk update returns 500',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.accepted',
      hook: refusing(500),
    },
    {
      id: 'a-bulk-update-is-not-taken-as-application-json',
      title: 'a bulk update is not accepted as application/json',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.accepted',
      also: ['errors.writes-body-other'],
      hook: refusing(415),
    },
    {
      id: 'a-reference-has-no-id',
      title: 'the task reference has no id',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.accepted',
      also: ['bulk.task-link'],
      hook: body(({ _links }) => ({ _links })),
    },
    {
      id: 'the-id-of-a-reference-is-a-number',
      title: 'the id of the task reference is a number',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.accepted',
      also: ['bulk.task-link'],
      hook: body((given) => ({ ...given, id: 7 })),
    },
    {
      id: 'a-reference-has-no-link',
      title: 'the task reference has no link',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.task-link',
      hook: body(({ id }) => ({ id })),
    },
    {
      id: 'the-link-of-a-reference-has-the-rel-task',
      title: 'the link of the task reference has the rel task',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.task-link',
      hook: links('referenceLinks', (link) => ({ ...link, rel: 'task' })),
    },
    {
      id: 'the-link-of-a-reference-has-the-method-post',
      title: 'the link of the task reference has the method POST',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.task-link',
      hook: links('referenceLinks', (link) => ({ ...link, method: 'POST' })),
    },
    {
      id: 'the-link-of-a-reference-leads-to-another-task',
      title: 'the link of the task reference points to another task',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.task-link',
      hook: links('referenceLinks', (link, { id }) => ({
        ...link,
        href: link.href?.replace(id, '3a541836-17ed-4da2-8dee-0b7a1bf39e2d') ?? '',
      })),
    },
    {
      id: 'the-links-of-a-reference-are-an-array',
      title: 'the links of the task reference are an array',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.task-link',
      hook: body((given) => ({ ...given, _links: Object.values(given._links as object) })),
    },
    {
      id: 'a-bulk-update-reaches-all-users',
      title: 'a bulk update changes all users',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.effect',
      rules: ['bulk.other-records'],
      also: [
        'updates.other-records',
        'bulk.concurrent',
        'bulk.filter',
        'bulk.repeated-ids',
        'writes.sequences',
        'bulk.with-update',
        'bulk.hostile-bodies',
        'updates.effect',
        'updates.idempotent',
        'updates.other-fields',
        'updates.required-members',
        'updates.member-types',
        'tasks.summary',
        'bulk.required-members',
        'bulk.other-flags',
        'bulk.effect',
        'bulk.other-records',
        'authorization.writes',
      ],
      hook: (steps) => ({
        select: (request, context) => {
          const selection = steps.select(request, context);
          return { ...selection, ids: records(context).map(({ id }) => String(id)) };
        },
      }),
    },
    {
      id: 'a-bulk-update-leaves-out-the-last-id',
      title: 'a bulk update skips the last id',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.effect',
      also: [
        'tasks.summary',
        'writes.sequences',
        'bulk.concurrent',
        'bulk.filter',
        'bulk.repeated-ids',
        'bulk.with-update',
        'bulk.scope-all',
      ],
      hook: selecting((ids) => ids.slice(0, -1)),
    },
    {
      title: 'a bulk update changes no more than two records',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.effect',
      rules: ['bulk.many-ids'],
      also: ['bulk.scope-all', 'bulk.filter'],
      hook: selecting((ids) => ids.slice(0, 2)),
    },
    {
      title: 'a bulk update changes no more than ten records',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.effect',
      rules: ['bulk.many-ids'],
      also: ['bulk.scope-all', 'bulk.filter'],
      rarity: 'rare',
      hook: selecting((ids) => ids.slice(0, 10)),
    },
    {
      title: 'a bulk update changes no more than 30 listed applications',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.effect',
      rules: ['bulk.hundred-ids'],
      rarity: 'rare',
      hook: selecting((ids, { scope }) => (scope === 'Only' ? ids.slice(0, 30) : ids)),
    },
    {
      title: 'a bulk update changes no more than 30 listed users',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.effect',
      rules: ['bulk.hundred-ids'],
      rarity: 'rare',
      hook: selecting((ids, { scope }) => (scope === 'Only' ? ids.slice(0, 30) : ids)),
    },
    ...(
      [
        ['bulkUpdateApplications', 'singleSignOn', 'singleSignOn'],
        ['bulkUpdateUsers', 'qualified', 'isQualified'],
      ] as const
    ).map(
      ([operation, marker, field]): Defect => ({
        title: `a bulk update that sets ${marker} clears it in all other records in ${operation}`,
        operation,
        rule: 'bulk.effect',
        rules: ['bulk.bystanders'],
        also: [
          'bulk.effect',
          'bulk.other-flags',
          'bulk.other-records',
          'bulk.concurrent',
          'bulk.repeated-ids',
          'bulk.with-update',
          'updates.other-records',
          'writes.sequences',
        ],
        hook: (steps) => ({
          completeTask: (task, context) => {
            steps.completeTask(task, context);
            if (task.flags[marker] !== true) return;
            const others = records(context).filter((one) => one[field] === true && !task.ids.includes(String(one.id)));
            for (const one of others) steps.save({ ...one, [field]: false }, context);
          },
        }),
      }),
    ),
    {
      id: 'a-bulk-update-reaches-one-record-more',
      title: 'a bulk update changes one record too many',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.effect',
      rules: ['bulk.other-records'],
      also: [
        'updates.other-records',
        'bulk.filter',
        'bulk.repeated-ids',
        'bulk.concurrent',
        'bulk.with-update',
        'bulk.hostile-bodies',
        'bulk.required-members',
      ],
      hook: (steps) => ({
        startTask: (request, selection, context) => {
          const last = records(context).find(({ id }) => id === selection.ids.at(-1));
          const more = last === undefined ? [] : [String(neighbourOf(last, context).id)];
          return steps.startTask(request, { ...selection, ids: [...selection.ids, ...more] }, context);
        },
      }),
    },
    {
      id: 'review-sets-isqualified',
      title: 'review sets isQualified',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.effect',
      also: [...OF_FLAGS, 'tasks.summary'],
      hook: flags(({ review, ...rest }) => ({ ...rest, ...(review !== undefined && { qualified: review }) })),
    },
    {
      title: 'approved is not applied',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.effect',
      also: OF_FLAGS,
      hook: flags(({ approved: _approved, ...rest }) => rest),
    },
    {
      title: 'approved means not sanctioned',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.effect',
      also: OF_FLAGS,
      hook: flags(({ approved, ...rest }) => ({ ...rest, ...(approved !== undefined && { approved: !approved }) })),
    },
    {
      id: 'a-flag-can-be-set-in-bulk-and-not-taken-back',
      title: 'a bulk update can set a flag but not clear it',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.effect',
      also: OF_FLAGS,
      hook: (steps) => ({
        applyFlags: (record, flags, context) => {
          const made = steps.applyFlags(record, flags, context);
          return { ...made, isOnline: made.isOnline || record.isOnline };
        },
      }),
    },
    {
      id: 'a-flag-that-is-not-named-is-reset',
      title: 'a flag that is not in the bulk update is reset',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.effect',
      rules: ['bulk.other-flags'],
      also: [
        'writes.sequences',
        'bulk.concurrent',
        'bulk.with-update',
        'bulk.repeated-ids',
        'bulk.filter',
        'bulk.unknown-ids',
      ],
      hook: flags((given) => ({ onlineOnly: false, review: false, qualified: false, ...given })),
    },
    {
      title: 'a bulk update empties the notes',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.effect',
      rules: ['bulk.other-flags'],
      also: ['bulk.with-update', 'bulk.concurrent'],
      hook: (steps) => ({
        applyFlags: (record, flags, context) => ({
          ...steps.applyFlags(record, flags, context),
          notes: '',
          vendor: '',
        }),
      }),
    },
  ],
  'writes',
);
