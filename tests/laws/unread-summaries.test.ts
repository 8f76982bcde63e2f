import { describe, expect, it, onTestFinished } from 'vitest';
import type { WriteRule } from '../../engine/run/rule.js';
import type { CheckOptions } from '../../engine/target/options.js';
import { on } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import { Refusal } from '../../reference/refusal.js';
import { effect } from '../../suites/laws/writes/bulk/effect.js';
import { aroundUnknown } from '../../suites/laws/writes/bulk/ids.js';
import { listed } from '../../suites/laws/writes/bulk/listed.js';
import { scopeAll } from '../../suites/laws/writes/bulk/scope-all.js';
import { summary } from '../../suites/laws/writes/bulk/summary.js';
import { runRules, served } from '../engine/writes/run-rules.js';

async function outcomeOf(rule: WriteRule, hooks: readonly Hook[], options: CheckOptions = {}) {
  const { reference, target } = await served({ hooks });
  onTestFinished(() => reference.close());
  const { results } = await runRules(
    target,
    { bulkUpdateUsers: [rule] },
    { consistencyWindowMs: 150, bulkScope: 'Only', ...options },
  );
  return results[0]?.outcome;
}

/** Bulk updates fail for every second user, as their summaries say. */
const failing: Hook = on('bulkUpdateUsers', (steps) => ({
  select: (request, context) => {
    const { ids, unknown } = steps.select(request, context);
    const fails = (id: string) => Number.parseInt(id.slice(-1), 16) % 2 === 0;
    return { ids: ids.filter((id) => !fails(id)), unknown: [...unknown, ...ids.filter(fails)] };
  },
}));

/** A summary can be read only some time after the first attempt. */
function summariesAfter(ms: number): Hook {
  const first = new Map<string, number>();
  return on('getBulkUpdateUsersSummary', (steps) => ({
    perform: (context) => {
      const { id = '' } = context.params;
      const since = first.get(id) ?? Date.now();
      first.set(id, since);
      if (Date.now() - since < ms) throw new Refusal(404, 'not yet');
      return steps.perform(context);
    },
  }));
}

const summaryWithout = (...names: readonly string[]): Hook =>
  on('getBulkUpdateUsersSummary', (steps) => ({
    read: (context) =>
      Object.fromEntries(
        Object.entries(steps.read(context)).map(([name, value]) => [name, names.includes(name) ? null : value]),
      ) as ReturnType<typeof steps.read>,
  }));

describe('a summary that can be read only later, or never', () => {
  it.each([
    ['bulk.effect', effect, 100],
    ['bulk.effect', effect, 60_000],
    ['bulk.around-unknown', aroundUnknown, 60_000],
  ])('leaves %s inconclusive if it may list the records that were not updated', async (_id, rule, ms) => {
    expect(await outcomeOf(rule, [failing, summariesAfter(ms)])).toBe('inconclusive');
  });

  it('leaves bulk.effect to the reads if they show each update', async () => {
    expect(await outcomeOf(effect, [summariesAfter(60_000)])).toBe('pass');
  });
});

describe('a summary with nulls', () => {
  it.each([
    ['failed', 'pass', ['failed']],
    ['counts and failed', 'inconclusive', ['failed', 'successCount', 'failedCount']],
  ])('of %s: %s', async (_what, outcome, names) => {
    expect(await outcomeOf(summary, [summaryWithout(...names)])).toBe(outcome);
  });
});

it('blames no bulk update of all records for users whom the target discovers during it', async () => {
  let count = 0;
  const discovering: Hook = (steps) => ({
    write: (context) => {
      if (/"scope":"All"/.test(String(context.body))) count += 1;
      return steps.write(context);
    },
    collect: (context) => {
      const all = steps.collect(context);
      if (context.operation.id !== 'getUsers') return all;
      const added = [false, true].flatMap((flag) =>
        Array.from({ length: count }, (_unused, index) => {
          const id = `00000000-0000-4000-8000-${flag ? 1 : 0}${String(index).padStart(11, '0')}`;
          return { ...all[0], id, isOnline: flag, isInReview: flag, isQualified: flag };
        }),
      );
      return [...all, ...added] as typeof all;
    },
  });

  expect(await outcomeOf(scopeAll, [discovering], { allowScopeAll: true })).toBe('pass');
  expect(count).toBeGreaterThan(0);
});

it('does not decide by a list that the record has left', async () => {
  const left = new Set<unknown>();
  const leaving: Hook = (steps) => ({
    completeTask: (task, context) => {
      for (const id of task.ids) left.add(id);
      return steps.completeTask(task, context);
    },
    collect: (context) => {
      const all = steps.collect(context);
      return context.operation.id === 'getUsers' ? all.filter(({ id }) => !left.has(id)) : all;
    },
  });

  expect(await outcomeOf(listed, [leaving])).toBe('inconclusive');
});
