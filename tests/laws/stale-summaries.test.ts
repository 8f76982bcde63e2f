import { expect, it, onTestFinished } from 'vitest';
import type { WriteRule } from '../../engine/run/rule.js';
import { on } from '../../reference/hooks.js';
import type { Context, Hook } from '../../reference/index.js';
import type { BulkTask } from '../../reference/model.js';
import { Refusal } from '../../reference/refusal.js';
import { resultLinkForm, taskLinkForm } from '../../suites/laws/writes/bulk/link-forms.js';
import { scopeAll } from '../../suites/laws/writes/bulk/scope-all.js';
import { summary } from '../../suites/laws/writes/bulk/summary.js';
import { own } from '../../suites/laws/writes/bulk/task-reads.js';
import { resultLink } from '../../suites/laws/writes/bulk/tasks.js';
import { runRules, served } from '../engine/writes/run-rules.js';

async function outcomeOf(rule: WriteRule, hooks: readonly Hook[]) {
  const { reference, target } = await served({ hooks });
  onTestFinished(() => reference.close());
  const options = { consistencyWindowMs: 100, bulkScope: 'Only', allowScopeAll: true };
  const { results } = await runRules(target, { bulkUpdateUsers: [rule] }, options);
  return results[0]?.outcome;
}

type IsStale = (read: number) => boolean;

/** Some reads of a summary show no counts yet. */
function staleCounts(isStale: IsStale): Hook {
  const reads = new Map<unknown, number>();
  return on('getBulkUpdateUsersSummary', (steps) => ({
    summaryRecord: (task, context) => {
      const read = (reads.get(task.id) ?? 0) + 1;
      reads.set(task.id, read);
      const shown = steps.summaryRecord(task, context);
      return isStale(read) ? { ...shown, successCount: 0, failedCount: 0 } : shown;
    },
  }));
}

// Some rules look for failed ids before they compare.
it.each([
  ['tasks.summary', summary, 1],
  ['tasks.own', own, 1],
  ['bulk.scope-all', scopeAll, 2],
])(
  'one read of a summary that shows no counts yet is no finding of %s, and later ones are',
  async (_id, rule, stale) => {
    expect(await outcomeOf(rule, [staleCounts((read) => read === stale)])).toBe('pass');
    // What a summary shows from the start is no change.
    const isStale: IsStale = rule === own ? (read) => read > 1 : () => true;
    expect(await outcomeOf(rule, [staleCounts(isStale)])).toBe('fail');
  },
);

/** Some reads of a summary, or of a complete task, find nothing. */
function missingFrom(operation: string, step: 'taskRecord' | 'summaryRecord', isMissing: IsStale): Hook {
  const reads = new Map<unknown, number>();
  return on(operation, (steps) => ({
    [step]: (task: BulkTask, context: Context) => {
      const shown = steps[step](task, context);
      const read = (reads.get(task.id) ?? 0) + 1;
      if (shown.status !== 'Running') reads.set(task.id, read);
      if (isMissing(read)) throw new Refusal(404, 'not here');
      return shown;
    },
  }));
}

/** The links of tasks, or of task references, have another path than in the document, which leads to the same. */
const detour =
  (step: 'taskLinks' | 'referenceLinks', part: string): Hook =>
  (steps) => ({
    [step]: (task: BulkTask, context: Context) =>
      steps[step](task, context).map((link) => ({ ...link, href: link.href?.replace(part, `${part}../${part}`) })),
  });

const OF_SUMMARIES = ['getBulkUpdateUsersSummary', 'summaryRecord'] as const;
const OF_TASKS = ['getUsersTask', 'taskRecord'] as const;

// The first read finds the end of the task, or its failed ids.
it.each([
  ['tasks.summary-link', resultLink, OF_SUMMARIES, []],
  ['tasks.link-form', resultLinkForm, OF_SUMMARIES, [detour('taskLinks', 'bulk-update/')]],
  ['bulk.task-link-form', taskLinkForm, OF_TASKS, [detour('referenceLinks', 'tasks/')]],
])('a link that finds nothing once is no finding of %s, and later ones are', async (_id, rule, [id, step], hooks) => {
  expect(await outcomeOf(rule, [...hooks, missingFrom(id, step, (read) => read === 2)])).toBe('pass');
  const isMissing: IsStale = step === 'taskRecord' ? (read) => read > 1 : () => true;
  expect(await outcomeOf(rule, [...hooks, missingFrom(id, step, isMissing)])).toBe('fail');
});
