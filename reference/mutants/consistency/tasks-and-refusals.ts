import type { Hook } from '../../behaviour.js';
import type { Row } from '../../model.js';
import { Refusal } from '../../refusal.js';
import { type Defect, family } from '../mutant.js';
import { objectOf } from '../writes/write-hooks.js';
import { storedOf, withFieldsOf } from './hooks.js';

const FLAGS = ['singleSignOn', 'sanctioned', 'isOnline', 'isInReview', 'isQualified'];

const READ: Readonly<Record<string, string>> = {
  bulkUpdateApplications: 'getApplication',
  bulkUpdateUsers: 'getUser',
};

const undone = (operation: string, title: string, hook: Hook): Defect => ({
  title,
  operation: [operation, READ[operation] ?? ''],
  seenFrom: operation === 'bulkUpdateUsers' ? 'updateUser' : 'updateApplication',
  rule: 'consistency.completed-undone',
  hook,
});

/** The flags of some records are as they were before the task, once they have been read. */
const revertedAfterRead =
  (reverts: (index: number) => readonly string[]): Hook =>
  (steps) => {
    const pending = new Map<unknown, { readonly written: Row; readonly old: Row }>();
    return {
      completeTask: (task, context) => {
        const before = new Map(task.ids.map((id) => [id, storedOf(context, id)]));
        steps.completeTask(task, context);
        for (const [index, id] of task.ids.entries()) {
          const [old, written] = [before.get(id), storedOf(context, id)];
          if (old === undefined || written === undefined) continue;
          const names = reverts(index).filter((name) => name in written);
          pending.set(id, { written, old: withFieldsOf(written, old, names) });
        }
      },
      read: (context) => {
        const record = steps.read(context);
        const due = pending.get(record.id);
        pending.delete(record.id);
        if (due?.written === record) steps.save(due.old, context);
        return record;
      },
    };
  };

const refused = (title: string, hook: Hook): Defect => ({
  title,
  operation: 'updateApplication',
  rule: 'consistency.refused-shows',
  hook,
});

/** Stores some members of a body before it is found to be invalid. */
const storedAnyway =
  (names: readonly string[]): Hook =>
  (steps) => ({
    readBody: (context) => {
      try {
        return steps.readBody(context);
      } catch (error) {
        const given = objectOf(context.body ?? '');
        const record = storedOf(context, (context.params.applicationId ?? '').toLowerCase());
        const strings = names.filter((name) => typeof given?.[name] === 'string');
        if (given !== undefined && record !== undefined && strings.length > 0) {
          steps.save(withFieldsOf(record, given as Row, strings), context);
        }
        throw error;
      }
    },
  });

/** A conflict with an update a moment ago, although the record is stored. */
const conflictStored: Hook = (steps) => {
  const last = new Map<unknown, number>();
  return {
    save: (record, context) => {
      const since = performance.now() - (last.get(record.id) ?? 0);
      last.set(record.id, performance.now());
      steps.save(record, context);
      if (since < 6 && context.operation.id === 'updateApplication')
        throw new Refusal(409, 'The record was just changed');
    },
  };
};

/** Faults that undo a completed task, and those that carry out an update which they reject. */
export const tasksAndRefusals = family(
  'consistency',
  [
    undone(
      'bulkUpdateApplications',
      'the flags of a completed task are as before once they are read',
      revertedAfterRead(() => FLAGS),
    ),
    undone(
      'bulkUpdateUsers',
      'the flags of a completed task of users are as before once they are read',
      revertedAfterRead(() => FLAGS),
    ),
    refused('a rejected update is stored after all', storedAnyway(['notes', 'description'])),
  ],
  'writes',
);

/** More of them, which only the tests of the faults run. */
export const moreTasksAndRefusals = family(
  'consistency',
  [
    undone(
      'bulkUpdateApplications',
      'one flag of a completed task is as before once it is read',
      revertedAfterRead(() => ['singleSignOn']),
    ),
    undone(
      'bulkUpdateApplications',
      'the flags of one record of a completed task are as before once they are read',
      revertedAfterRead((index) => (index === 0 ? FLAGS : [])),
    ),
    refused('the notes of a rejected update are stored', storedAnyway(['notes'])),
    refused('an update is stored and then rejected as a conflict', conflictStored),
  ],
  'writes',
);
