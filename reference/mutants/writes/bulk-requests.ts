import type { Hook } from '../../behaviour.js';
import { refusal } from '../../hooks.js';
import type { Row } from '../../model.js';
import { Refusal } from '../../refusal.js';
import { type Defect, family } from '../mutant.js';
import { AREAS, contentType, failing, objectOf, records, taking, unauthorized } from './write-hooks.js';

/** A task writes the records from its start, with its flags. */
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

/** Rejects each update while a task runs, whichever records it changes. */
const lockedMeanwhile: Hook = (steps) => {
  const running = new Set<string>();
  return {
    startTask: (request, selection, context) => {
      const task = steps.startTask(request, selection, context);
      running.add(task.id);
      return task;
    },
    completeTask: (task, context) => {
      running.delete(task.id);
      steps.completeTask(task, context);
    },
    write: (context) => {
      if (running.size > 0 && context.operation.id.startsWith('update')) throw new Refusal(409, 'a bulk update runs');
      return steps.write(context);
    },
  };
};

const bulk = (text: string | undefined): Row => objectOf(text ?? '') ?? {};

/** Defects in how a bulk update handles bodies, scopes, filters, credentials and concurrent writes. */
export const bulkRequests = family(
  'bulk-updates',
  [
    {
      title: 'a bulk update without a scope is accepted',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.required-members',
      hook: taking((text) => {
        const { scope, ...rest } = bulk(text);
        return scope === undefined && 'body' in rest && 'ids' in rest ? { ...rest, scope: 'Only' } : undefined;
      }),
    },
    {
      title: 'a bulk update with another media type returns 500',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.hostile-bodies',
      rarity: 'rare',
      hook: failing((_text, context) => !contentType(context).includes('json')),
    },
    {
      title: 'a bulk update without a body is accepted',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.required-members',
      hook: taking((text) => {
        const given = bulk(text);
        return 'scope' in given && !('body' in given) ? { ...given, body: {} } : undefined;
      }),
    },
    ...['bulkUpdateUsers', 'bulkUpdateApplications'].map(
      (operation): Defect => ({
        title: `a charset parameter is refused by ${operation}`,
        operation,
        rule: 'bulk.charset',
        rarity: 'rare',
        hook: (steps) => ({
          readBody: (context) => {
            if (/;/.test(contentType(context))) throw new Refusal(415, 'no parameters');
            return steps.readBody(context);
          },
        }),
      }),
    ),
    ...['bulkUpdateUsers', 'bulkUpdateApplications'].map(
      (operation): Defect => ({
        title: `${operation} accepts a merge patch only`,
        operation,
        rule: 'bulk.accepted',
        hook: (steps) => ({
          readBody: (context) => {
            if (!/merge-patch/.test(contentType(context))) throw new Refusal(400, 'the content type is not supported');
            return steps.readBody({ ...context, headers: { ...context.headers, 'content-type': 'application/json' } });
          },
        }),
      }),
    ),
    {
      title: 'a bulk update with a filter that is null returns 500',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.hostile-bodies',
      rarity: 'rare',
      hook: failing((text) => bulk(text).filter === null),
    },
    {
      id: 'a-bulk-update-without-a-body-is-a-500',
      title: 'a bulk update without a body returns 500',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.required-members',
      hook: failing((text) => 'scope' in bulk(text) && !('body' in bulk(text))),
    },
    {
      id: 'a-bulk-update-without-a-scope-is-refused-and-carried-out',
      title: 'a bulk update without a scope is rejected but carried out',
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
      title: 'a bulk update with a number among its ids is rejected and carried out for the other ids',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.hostile-bodies',
      rarity: 'rare',
      hook: (steps) => ({
        readBody: (context) => {
          const { ids, body: flags } = bulk(context.body);
          if (Array.isArray(ids) && ids.some((id) => typeof id === 'number')) {
            for (const record of records(context).filter(({ id }) => ids.includes(id)))
              steps.save(steps.applyFlags(record, flags as Row, context), context);
          }
          return steps.readBody(context);
        },
      }),
    },
    {
      id: 'no-ids-are-taken-for-all',
      title: 'a bulk update without ids applies to all records',
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
      title: 'a scope that does not exist returns 500',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.hostile-bodies',
      hook: refusal((given) =>
        /scope must be one of/.test(JSON.stringify(given.body)) ? { ...given, status: 500 } : given,
      ),
    },
    {
      id: 'ids-that-are-no-list-are-a-500',
      title: 'ids that are not an array return 500',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.hostile-bodies',
      hook: failing((text) => typeof bulk(text).ids === 'string'),
    },
    {
      id: 'a-text-is-taken-for-a-flag-in-bulk',
      title: 'a bulk update accepts a string as a flag',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.hostile-bodies',
      hook: taking((text) => {
        const given = bulk(text);
        const flags = (given.body ?? {}) as Row;
        return flags.approved === 'true' ? { ...given, body: { ...flags, approved: true } } : undefined;
      }),
    },
    {
      title: 'ids in one text are split at their commas',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.hostile-bodies',
      hook: taking((text) => {
        const given = bulk(text);
        return typeof given.ids === 'string' && 'scope' in given ? { ...given, ids: given.ids.split(',') } : undefined;
      }),
    },
    {
      title: 'a scope that is no text is taken for the listed records',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.hostile-bodies',
      hook: taking((text) => {
        const given = bulk(text);
        return typeof given.scope === 'number' && 'ids' in given ? { ...given, scope: 'Only' } : undefined;
      }),
    },
    {
      id: 'an-id-that-is-given-twice-is-a-500',
      title: 'a repeated id returns 500',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.repeated-ids',
      hook: failing((text) => {
        const ids = bulk(text).ids;
        return Array.isArray(ids) && new Set(ids).size < ids.length;
      }),
    },
    {
      id: 'an-id-that-is-given-twice-is-left-out',
      title: 'a repeated id is skipped',
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
      title: 'the filter of a bulk update is ignored',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.filter',
      hook: (steps) => ({
        select: ({ filter: _filter, ...request }, context) => steps.select(request, context),
      }),
    },
    {
      id: 'the-scope-all-leaves-every-second-record-out',
      title: 'the scope All skips every second record',
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
      title: 'an update while a task runs is lost',
      operation: 'bulkUpdateUsers',
      rule: 'bulk.with-update',
      seenFrom: 'updateUser',
      also: ['bulk.concurrent'],
      hook: stale,
    },
    ...AREAS.flatMap(({ of, update, bulk: operation }): Defect[] => [
      {
        title: `an update of ${of} is a conflict while a bulk update runs`,
        operation: [operation, update],
        rule: 'updates.during-task',
        seenFrom: update,
        hook: lockedMeanwhile,
      },
      {
        title: `${operation} demands ids`,
        operation,
        rule: 'bulk.optional-ids',
        hook: (steps) => ({
          readBody: (context) => {
            if (bulk(context.body).ids === undefined) throw new Refusal(400, 'ids is required');
            return steps.readBody(context);
          },
        }),
      },
      {
        title: `${operation} demands a filter`,
        operation,
        rule: 'bulk.optional-filter',
        hook: (steps) => ({
          readBody: (context) => {
            if (bulk(context.body).filter === undefined) throw new Refusal(400, 'filter is required');
            return steps.readBody(context);
          },
        }),
      },
    ]),
    {
      title: 'a bulk update while another runs is lost',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.concurrent',
      also: ['bulk.with-update'],
      hook: stale,
    },
    {
      title: 'a bulk update needs no credential',
      operation: 'bulkUpdateUsers',
      rule: 'authorization.writes',
      hook: unauthorized('success'),
    },
    {
      id: 'a-bulk-update-without-a-credential-is-refused-and-carried-out',
      title: 'a bulk update without a credential is rejected but carried out',
      operation: 'bulkUpdateApplications',
      rule: 'authorization.writes',
      hook: unauthorized('refusal'),
    },
    {
      id: 'a-400-of-a-bulk-update-has-no-message',
      title: 'the 400 response to a bulk update has no message',
      operation: 'bulkUpdateUsers',
      rule: 'errors.body-400',
      rules: ['errors.writes-body-400'],
      hook: refusal((given) => (given.status === 400 ? { ...given, body: { error: { code: 400 } } } : given)),
    },
  ],
  'writes',
);
