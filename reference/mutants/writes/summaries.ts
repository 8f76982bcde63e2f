import type { Hook } from '../../behaviour.js';
import { body } from '../../hooks.js';
import type { Row } from '../../model.js';
import { Refusal } from '../../refusal.js';
import { family } from '../mutant.js';
import { latestTask, ofFiltered, replying } from './write-hooks.js';

/** Changes the summary of each bulk update that selects users by a filter. */
const summarized = (change: (summary: Row) => Row): Hook =>
  ofFiltered((steps, isFiltered) => ({
    summaryRecord: (task, context) => {
      const own = steps.summaryRecord(task, context);
      return isFiltered(task) ? change(own) : own;
    },
  }));

/** What can be wrong with the summary of a bulk update. */
export const summaries = family(
  'summaries',
  [
    {
      title: 'the summary is that of the latest bulk update',
      operation: ['bulkUpdateUsers', 'getBulkUpdateUsersSummary'],
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.summary',
      rules: ['tasks.own', 'tasks.summary'],
      hook: latestTask((_asked, last) => last),
    },
    {
      title: 'the summary always counts one success',
      operation: 'getBulkUpdateUsersSummary',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.summary',
      hook: body((given) => ({ ...given, successCount: 1 })),
    },
    {
      title: 'the summary of more than three users counts one success too many',
      operation: 'getBulkUpdateUsersSummary',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.summary',
      rules: ['tasks.many-counted'],
      hook: (steps) => ({
        summaryRecord: (given, context) => {
          const shown = steps.summaryRecord(given, context);
          const count = Number(shown.successCount);
          return { ...shown, successCount: count > 3 ? count + 1 : count };
        },
      }),
    },
    {
      title: 'the summary counts only users whose flags have changed',
      operation: ['bulkUpdateUsers', 'getBulkUpdateUsersSummary', 'getUsersTask'],
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.counted-again',
      hook: (steps) => {
        const changed = new Map<string, number>();
        return {
          completeTask: (task, context) => {
            const shown = () => task.ids.map((id) => JSON.stringify(context.tenant.users.get(id)));
            const before = shown();
            steps.completeTask(task, context);
            changed.set(task.id, shown().filter((one, index) => one !== before[index]).length);
          },
          summaryRecord: (task, context) => {
            const own = steps.summaryRecord(task, context);
            return { ...own, successCount: changed.get(task.id) ?? own.successCount };
          },
        };
      },
    },
    {
      title: 'the summary of a bulk update with a filter counts no user',
      operation: ['bulkUpdateUsers', 'getBulkUpdateUsersSummary'],
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.filter-counted',
      hook: summarized((summary) => ({ ...summary, successCount: 0 })),
    },
    {
      title: 'a bulk update with a filter has no summary',
      operation: ['bulkUpdateUsers', 'getBulkUpdateUsersSummary'],
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.filter-counted',
      hook: summarized(() => {
        throw new Refusal(404, 'There is no summary with this id');
      }),
    },
    {
      title: 'the summary mixes up its counts',
      operation: 'getBulkUpdateUsersSummary',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.summary',
      hook: body((given) => ({ ...given, successCount: given.failedCount, failedCount: given.successCount })),
    },
    {
      title: 'the summary has its failedCount under another name',
      operation: 'getBulkUpdateUsersSummary',
      seenFrom: 'bulkUpdateUsers',
      rule: 'records.shown',
      rules: ['tasks.shown'],
      hook: body(({ failedCount, ...given }) => ({ ...given, errors: failedCount })),
    },
    {
      title: 'the only failed id of a summary is a text',
      operation: 'getBulkUpdateUsersSummary',
      rule: 'records.types',
      rarity: 'rare',
      hook: body((given) => {
        const [first, ...others] = Object.values(given.failed ?? {});
        return first === undefined || others.length > 0 ? given : { ...given, failed: first };
      }),
    },
    {
      title: 'the summary counts unknown ids as successes',
      operation: 'getBulkUpdateUsersSummary',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.unknown-counted',
      hook: body((given) => ({
        ...given,
        successCount: Number(given.successCount) + Number(given.failedCount),
        failedCount: 0,
        failed: {},
      })),
    },
    {
      title: 'the summary lists the first failed id alone',
      operation: 'getBulkUpdateUsersSummary',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.summary',
      hook: body((given) => ({
        ...given,
        failed: Object.fromEntries(Object.entries(given.failed as object).slice(0, 1)),
      })),
    },
    {
      title: 'the summary counts the selected records of all bulk updates',
      operation: ['bulkUpdateUsers', 'getBulkUpdateUsersSummary'],
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.summary',
      hook: (steps) => {
        let total = 0;
        return {
          startTask: (request, selection, context) => {
            total += selection.ids.length;
            return steps.startTask(request, selection, context);
          },
          summaryRecord: (given, context) => ({ ...steps.summaryRecord(given, context), successCount: total }),
        };
      },
    },
    {
      title: 'the summary counts no records of a bulk update without ids',
      operation: ['bulkUpdateUsers', 'getBulkUpdateUsersSummary'],
      seenFrom: 'bulkUpdateUsers',
      rule: 'bulk.scope-all',
      rarity: 'rare',
      hook: (steps) => {
        const uncounted = new Set<unknown>();
        return {
          startTask: (request, selection, context) => {
            const task = steps.startTask(request, selection, context);
            if ((request.ids ?? []).length === 0) uncounted.add(task.id);
            return task;
          },
          summaryRecord: (given, context) => {
            const summary = steps.summaryRecord(given, context);
            return uncounted.has(given.id) ? { ...summary, successCount: 0 } : summary;
          },
        };
      },
    },
    {
      title: 'disabled users are updated and listed as failed',
      operation: ['bulkUpdateUsers', 'getBulkUpdateUsersSummary'],
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.failed-unchanged',
      rarity: 'rare',
      hook: (steps) => ({
        summaryRecord: (given, context) => {
          const disabled = given.ids.filter((id) => context.tenant.users.get(id)?.isEnabled === false);
          return steps.summaryRecord({ ...given, failed: [...given.failed, ...disabled] }, context);
        },
      }),
    },
    {
      title: 'the second of two equal ids is listed as failed',
      operation: 'bulkUpdateUsers',
      rule: 'tasks.failed-unchanged',
      rarity: 'rare',
      hook: (steps) => ({
        startTask: (request, selection, context) => {
          const ids = request.ids ?? [];
          const repeated = ids.filter((id, index) => ids.indexOf(id) < index);
          return steps.startTask(request, { ...selection, unknown: [...selection.unknown, ...repeated] }, context);
        },
      }),
    },
    {
      title: 'an unknown summary is answered with zeros',
      operation: 'getBulkUpdateUsersSummary',
      rule: 'errors.unknown-id',
      also: ['errors.malformed-id', 'errors.unknown-id-404'],
      hook: replying(() => ({
        status: 200,
        body: { successCount: 0, failedCount: 0, failed: {}, failureReason: '' },
      })),
    },
  ],
  'writes',
);
