import type { Hook, Row } from '../../behaviour.js';
import { answer, body, refusal } from '../../hooks.js';
import { family } from '../mutant.js';
import { failing, neighbourOf, objectOf, records, refusing, taking, unauthorized } from './write-hooks.js';

const withTask = (change: (task: { -readonly [Key in 'ids' | 'failed' | 'flags']: unknown }) => object): Hook => {
  return (steps) => ({
    startTask: (request, selection, context) => {
      const made = change({ ids: selection.ids, failed: selection.unknown, flags: request.body }) as {
        ids: string[];
        failed: string[];
        flags: Row;
      };
      return steps.startTask({ ...request, body: made.flags }, { ids: made.ids, unknown: made.failed }, context);
    },
  });
};

/** A task writes back the records as they were when it started, with its flags. */
const stale: Hook = (steps) => {
  const kept = new Map<string, readonly Row[]>();
  return {
    startTask: (request, selection, context) => {
      const task = steps.startTask(request, selection, context);
      kept.set(
        task.id,
        records(context).filter(({ id }) => task.ids.includes(String(id))),
      );
      return task;
    },
    completeTask: (task, context) => {
      for (const record of kept.get(task.id) ?? []) {
        steps.save(steps.applyFlags(record, task.flags, context), context);
      }
      task.status = 'Complete';
    },
  };
};

const bulk = (text: string | undefined): Row => objectOf(text ?? '') ?? {};

/** What can be wrong with a bulk update. */
export const bulkUpdates = family(
  'bulk-updates',
  [
    {
      id: 'a-bulk-update-is-answered-with-200',
      title: 'a bulk update is answered with 200',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.accepted',
      hook: answer((given) => ({ ...given, status: 200 })),
    },
    {
      id: 'a-bulk-update-is-a-500',
      title: 'a bulk update is a 500',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.accepted',
      hook: refusing(500),
    },
    {
      id: 'a-bulk-update-is-not-taken-as-application-json',
      title: 'a bulk update is not taken as application/json',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.accepted',
      also: ['errors.writes-body-other'],
      hook: refusing(415),
    },
    {
      id: 'a-reference-has-no-id',
      title: 'a reference has no id',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.accepted',
      also: ['bulk.task-link'],
      hook: body(({ _links }) => ({ _links })),
    },
    {
      id: 'the-id-of-a-reference-is-a-number',
      title: 'the id of a reference is a number',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.accepted',
      also: ['bulk.task-link'],
      hook: body((given) => ({ ...given, id: 7 })),
    },
    {
      id: 'a-reference-has-no-link',
      title: 'a reference has no link',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.task-link',
      hook: body(({ id }) => ({ id })),
    },
    {
      id: 'the-link-of-a-reference-has-the-rel-task',
      title: 'the link of a reference has the rel task',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.task-link',
      hook: (steps) => ({
        referenceLinks: (task, context) =>
          steps.referenceLinks(task, context).map((link) => ({ ...link, rel: 'task' })),
      }),
    },
    {
      id: 'the-link-of-a-reference-has-the-method-post',
      title: 'the link of a reference has the method POST',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.task-link',
      hook: (steps) => ({
        referenceLinks: (task, context) =>
          steps.referenceLinks(task, context).map((link) => ({ ...link, method: 'POST' })),
      }),
    },
    {
      id: 'the-link-of-a-reference-leads-to-another-task',
      title: 'the link of a reference leads to another task',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.task-link',
      hook: (steps) => ({
        referenceLinks: (task, context) =>
          steps.referenceLinks(task, context).map((link) => ({
            ...link,
            href: link.href?.replace(task.id, '3a541836-17ed-4da2-8dee-0b7a1bf39e2d') ?? '',
          })),
      }),
    },
    {
      id: 'the-links-of-a-reference-are-an-array',
      title: 'the links of a reference are an array',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.task-link',
      hook: body((given) => ({ ...given, _links: Object.values(given._links as object) })),
    },
    {
      id: 'a-bulk-update-reaches-all-users',
      title: 'a bulk update reaches all users',
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
      title: 'a bulk update leaves out the last id',
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
      hook: withTask((task) => ({ ...task, ids: (task.ids as string[]).slice(0, -1) })),
    },
    {
      id: 'a-bulk-update-reaches-one-record-more',
      title: 'a bulk update reaches one record more',
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
      also: [
        'bulk.other-flags',
        'writes.sequences',
        'bulk.concurrent',
        'bulk.with-update',
        'bulk.filter',
        'bulk.repeated-ids',
        'bulk.scope-all',
        'bulk.hostile-bodies',
        'bulk.required-members',
        'tasks.summary',
      ],
      hook: withTask((task) => {
        const { review, ...rest } = task.flags as Row;
        return { ...task, flags: { ...rest, ...(review !== undefined && { qualified: review }) } };
      }),
    },
    {
      id: 'approved-is-not-applied',
      title: 'approved is not applied',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.effect',
      also: [
        'writes.sequences',
        'bulk.concurrent',
        'bulk.with-update',
        'bulk.filter',
        'bulk.repeated-ids',
        'bulk.scope-all',
        'bulk.other-flags',
        'bulk.hostile-bodies',
        'bulk.required-members',
      ],
      hook: withTask((task) => {
        const { approved: _approved, ...rest } = task.flags as Row;
        return { ...task, flags: rest };
      }),
    },
    {
      id: 'approved-means-not-sanctioned',
      title: 'approved means not sanctioned',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.effect',
      also: [
        'writes.sequences',
        'bulk.concurrent',
        'bulk.with-update',
        'bulk.filter',
        'bulk.repeated-ids',
        'bulk.scope-all',
        'bulk.other-flags',
        'bulk.hostile-bodies',
        'bulk.required-members',
      ],
      hook: withTask((task) => {
        const { approved, ...rest } = task.flags as Row;
        return { ...task, flags: { ...rest, ...(approved !== undefined && { approved: !approved }) } };
      }),
    },
    {
      id: 'a-flag-can-be-set-in-bulk-and-not-taken-back',
      title: 'a flag can be set in bulk and not taken back',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.effect',
      also: [
        'writes.sequences',
        'bulk.concurrent',
        'bulk.with-update',
        'bulk.filter',
        'bulk.repeated-ids',
        'bulk.scope-all',
        'bulk.other-flags',
        'bulk.required-members',
        'bulk.hostile-bodies',
      ],
      hook: (steps) => ({
        applyFlags: (record, flags, context) => {
          const made = steps.applyFlags(record, flags, context);
          return { ...made, isOnline: made.isOnline || record.isOnline };
        },
      }),
    },
    {
      id: 'a-flag-that-is-not-named-is-reset',
      title: 'a flag that is not named is reset',
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
      hook: withTask((task) => ({
        ...task,
        flags: { onlineOnly: false, review: false, qualified: false, ...(task.flags as Row) },
      })),
    },
    {
      id: 'a-bulk-update-empties-the-notes',
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
    {
      id: 'a-bulk-update-without-a-scope-is-accepted',
      title: 'a bulk update without a scope is accepted',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.required-members',
      hook: taking((text) => {
        const { scope, ...rest } = bulk(text);
        return scope === undefined && 'body' in rest && 'ids' in rest ? { ...rest, scope: 'Only' } : undefined;
      }),
    },
    {
      id: 'a-bulk-update-without-a-body-is-accepted',
      title: 'a bulk update without a body is accepted',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.required-members',
      hook: taking((text) => {
        const given = bulk(text);
        return 'scope' in given && !('body' in given) ? { ...given, body: {} } : undefined;
      }),
    },
    {
      id: 'a-bulk-update-without-a-body-is-a-500',
      title: 'a bulk update without a body is a 500',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.required-members',
      hook: failing((text) => 'scope' in bulk(text) && !('body' in bulk(text))),
    },
    {
      id: 'a-bulk-update-without-a-scope-is-refused-and-carried-out',
      title: 'a bulk update without a scope is refused and carried out',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.required-members',
      hook: (steps) => ({
        readBody: (context) => {
          const { scope, ids, body: flags } = bulk(context.body);
          if (scope === undefined && Array.isArray(ids)) {
            for (const record of records(context).filter(({ id }) => ids.includes(id))) {
              steps.save(steps.applyFlags(record, flags as Row, context), context);
            }
          }
          return steps.readBody(context);
        },
      }),
    },
    {
      id: 'no-ids-are-taken-for-all',
      title: 'no ids are taken for all',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.hostile-bodies',
      also: [
        'updates.other-records',
        'bulk.other-records',
        'bulk.effect',
        'bulk.other-flags',
        'bulk.required-members',
        'bulk.repeated-ids',
        'bulk.concurrent',
        'authorization.writes',
      ],
      hook: (steps) => ({
        select: (request, context) =>
          request.ids?.length === 0
            ? { ids: records(context).map(({ id }) => String(id)), unknown: [] }
            : steps.select(request, context),
      }),
    },
    {
      id: 'a-scope-that-does-not-exist-is-a-500',
      title: 'a scope that does not exist is a 500',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.hostile-bodies',
      hook: refusal((given) =>
        /scope must be one of/.test(JSON.stringify(given.body)) ? { ...given, status: 500 } : given,
      ),
    },
    {
      id: 'ids-that-are-no-list-are-a-500',
      title: 'ids that are no list are a 500',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.hostile-bodies',
      hook: failing((text) => typeof bulk(text).ids === 'string'),
    },
    {
      id: 'a-text-is-taken-for-a-flag-in-bulk',
      title: 'a text is taken for a flag in bulk',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.hostile-bodies',
      hook: taking((text) => {
        const given = bulk(text);
        const flags = (given.body ?? {}) as Row;
        return flags.approved === 'true' ? { ...given, body: { ...flags, approved: true } } : undefined;
      }),
    },
    {
      id: 'an-id-that-is-given-twice-is-a-500',
      title: 'an id that is given twice is a 500',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.repeated-ids',
      hook: failing((text) => {
        const ids = bulk(text).ids;
        return Array.isArray(ids) && new Set(ids).size < ids.length;
      }),
    },
    {
      id: 'an-id-that-is-given-twice-is-left-out',
      title: 'an id that is given twice is left out',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.repeated-ids',
      hook: (steps) => ({
        select: (request, context) => {
          const ids = request.ids?.filter((id) => request.ids?.filter((other) => other === id).length === 1);
          return steps.select({ ...request, ...(ids !== undefined && { ids }) }, context);
        },
      }),
    },
    {
      id: 'the-filter-of-a-bulk-update-is-not-looked-at',
      title: 'the filter of a bulk update is not looked at',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.filter',
      hook: (steps) => ({
        select: ({ filter: _filter, ...request }, context) => steps.select(request, context),
      }),
    },
    {
      id: 'the-scope-all-leaves-every-second-record-out',
      title: 'the scope All leaves every second record out',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.scope-all',
      hook: (steps) => ({
        select: (request, context) => {
          const selection = steps.select(request, context);
          if (request.scope !== 'All') return selection;
          return { ...selection, ids: selection.ids.filter((_id, index) => index % 2 === 0) };
        },
      }),
    },
    {
      id: 'an-update-while-a-task-runs-is-lost',
      title: 'an update while a task runs is lost',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.with-update',
      seenFrom: 'updateUser',
      also: ['bulk.concurrent'],
      hook: stale,
    },
    {
      id: 'a-bulk-update-while-another-runs-is-lost',
      title: 'a bulk update while another runs is lost',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.concurrent',
      also: ['bulk.with-update'],
      hook: stale,
    },
    {
      id: 'a-bulk-update-needs-no-credential',
      title: 'a bulk update needs no credential',
      operation: 'bulkUpdateUsers',
      rule: 'authorization.writes',
      hook: unauthorized('success'),
    },
    {
      id: 'a-bulk-update-without-a-credential-is-refused-and-carried-out',
      title: 'a bulk update without a credential is refused and carried out',
      operation: 'bulkUpdateApplications',
      rule: 'authorization.writes',
      hook: unauthorized('refusal'),
    },
    {
      id: 'a-400-of-a-bulk-update-has-no-message',
      title: 'a 400 of a bulk update has no message',
      operation: 'bulkUpdateUsers',
      rule: 'errors.body-400',
      rules: ['errors.writes-body-400'],
      hook: refusal((given) => (given.status === 400 ? { ...given, body: { error: { code: 400 } } } : given)),
    },
  ],
  'writes',
);
