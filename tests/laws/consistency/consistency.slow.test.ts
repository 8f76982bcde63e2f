import { describe, expect, it } from 'vitest';
import type { Hook } from '../../../reference/index.js';
import { consistency } from '../../../reference/mutants/consistency/index.js';
import { Refusal } from '../../../reference/refusal.js';
import { runConsistency } from './run-consistency.js';

/** The hook of a fault of the proof. */
const faultNamed = (title: string): Hook => {
  const fault = consistency.find((one) => one.title === title);
  if (fault === undefined) throw new Error(`there is no fault: ${title}`);
  return fault.hook;
};

/** Rejects an operation. */
const rejecting =
  (refusal: () => Refusal, operation: string): Hook =>
  (steps) => ({
    perform: (context) => {
      if (context.operation.id === operation) throw refusal();
      return steps.perform(context);
    },
  });

/** Another client changes a text of each application that is read, some time after the run began. */
const editing: Hook = (steps) => {
  let reads = 0;
  return {
    read: (context) => {
      const record = steps.read(context);
      reads += 1;
      if (reads < 20 || reads % 4 > 0 || !('notes' in record)) return record;
      const edited = { ...record, notes: `edited ${reads}` };
      steps.save(edited, context);
      return edited;
    },
  };
};

describe('concurrent clients', () => {
  it.each(['updateApplication', 'updateUser'])(
    'see the writes of %s in one order on the reference',
    async (operation) => {
      const { report, models, outcome } = await runConsistency(operation);

      expect(new Set(models)).toEqual(new Set(['linearizable']));
      expect(outcome('consistency.lost-update')).toBe('pass');
      expect(report.checks.filter(({ outcome: one }) => one === 'fail' || one === 'error')).toEqual([]);
      expect(report.restoration?.left).toEqual([]);
    },
  );

  it('send at most 100 requests for a record', async () => {
    const perRecord = new Map<string, number>();
    const counting: Hook = (steps) => ({
      perform: (context) => {
        const { applicationId } = context.params;
        if (applicationId !== undefined) perRecord.set(applicationId, (perRecord.get(applicationId) ?? 0) + 1);
        return steps.perform(context);
      },
    });
    await runConsistency('updateApplication', { hooks: [counting], rules: ['consistency.model'] });

    expect(Math.max(...perRecord.values())).toBeGreaterThan(10);
    expect(Math.max(...perRecord.values())).toBeLessThanOrEqual(100);
  });

  it('that lose an update get a warning with a timeline, and every record is restored', async () => {
    const { report, message } = await runConsistency('updateApplication', {
      hooks: [faultNamed('a bulk update writes back the whole record as it was at its start')],
      rules: ['consistency.lost-update'],
    });
    const [failed] = report.checks.filter(({ outcome }) => outcome === 'fail');

    expect(failed).toMatchObject({ rule: 'consistency.lost-update', level: 'should' });
    expect(message('consistency.lost-update')).toMatch(
      /^(an accepted update|a bulk update whose task is complete) is lost: /,
    );
    expect(message('consistency.lost-update')).toMatch(/\n +0 ms {2}client \d {2}\|-*\| +write \((bulk )?update\) /);
    expect(report.restoration?.left).toEqual([]);
  });

  it('leave everything inconclusive where another client edits their records', async () => {
    const { report, message } = await runConsistency('updateApplication', {
      hooks: [editing],
      rules: ['consistency.lost-update'],
    });

    expect(report.checks.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(message('consistency.lost-update')).toContain('another client');
  });

  it('find nothing out about completed tasks on a target without bulk updates', async () => {
    const { outcome, message } = await runConsistency('updateApplication', {
      hooks: [rejecting(() => new Refusal(404, 'There are no bulk updates.'), 'bulkUpdateApplications')],
      rules: ['consistency.completed-undone', 'consistency.lost-update'],
    });

    expect(message('consistency.completed-undone')).toContain('no bulk update was completed');
    expect(outcome('consistency.completed-undone')).toBe('inconclusive');
    expect(outcome('consistency.lost-update')).toBe('pass');
  });

  it.each([408, 499])('do not count an update with status %i as rejected: it may take effect', async (status) => {
    let patches = 0;
    const gateway: Hook = (steps) => ({
      save: (record, context) => {
        steps.save(record, context);
        if (context.operation.id !== 'updateApplication' || !/"touchstone /.test(context.body ?? '')) return;
        patches += 1;
        if (patches % 6 === 0) throw new Refusal(status, 'from a gateway');
      },
    });
    const { report } = await runConsistency('updateApplication', { hooks: [gateway] });

    expect(patches).toBeGreaterThan(6);
    expect(report.checks.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')).toEqual([]);
  });
});
