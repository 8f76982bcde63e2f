import type { Context, Hook } from '../../behaviour.js';
import type { Row } from '../../model.js';
import { type Defect, family } from '../mutant.js';
import { bulkUpdates, copyOf, later, stateful, storedOf, storing, Versions, withFieldsOf } from './hooks.js';

const TEXTS = ['notes', 'description'];
const FLAGS = ['singleSignOn', 'sanctioned', 'isOnline', 'isInReview', 'isQualified'];

const lost = (operation: Defect['operation'], title: string, hook: Hook): Defect => ({
  title,
  operation,
  seenFrom: [operation].flat().some((one) => one.endsWith('Users') || one.endsWith('User'))
    ? 'updateUser'
    : 'updateApplication',
  rule: 'consistency.lost-update',
  hook,
});

const APPLICATIONS = ['updateApplication', 'bulkUpdateApplications'];
const USERS = ['updateUser', 'bulkUpdateUsers'];

/** The record as it was when the bulk update began, with its flags: a lost update by read-modify-write. */
const readModifyWrite = (names: readonly string[]): Hook =>
  bulkUpdates(copyOf, (record, flagged, started) => {
    const old = started.get(record.id) ?? record;
    const kept = names.filter((name) => name in record && flagged[name] === record[name]);
    return withFieldsOf(flagged, old, kept);
  });

/** Drops updates while a bulk update runs, of updates or of other bulk updates. */
const droppedDuringBulkUpdate =
  (drops: (context: Context, running: number) => boolean): Hook =>
  (steps) => {
    let running = 0;
    let ending = 0;
    return {
      startTask: (request, selection, context) => {
        running += 1;
        return steps.startTask(request, selection, context);
      },
      completeTask: (task, context) => {
        ending = running;
        running -= 1;
        steps.completeTask(task, context);
      },
      save: (record, context) => {
        const isBulk = context.operation.id.startsWith('bulk');
        if (!drops(context, isBulk ? ending - 1 : running)) steps.save(record, context);
      },
    };
  };

/** Every other update of a record is followed by the one before it, which is delivered again. */
const deliveredTwice = stateful(() => {
  const last = new Map<unknown, { readonly count: number; readonly changes: Row }>();
  return storing((record, before) => {
    const names = Object.keys(record).filter((name) => record[name] !== before[name]);
    // Records differ in which of their updates are followed.
    const known = last.get(record.id) ?? { count: last.size % 2, changes: {} };
    last.set(record.id, { count: known.count + 1, changes: withFieldsOf({}, record, names) });
    return known.count > 2 && known.count % 2 === 0 ? { ...record, ...known.changes } : record;
  });
});

/** An update of every other record loses against one that a client with a clock ahead has sent. */
const byClientClock = stateful(() => {
  const last = new Map<unknown, { readonly isExact: boolean; readonly count: number; readonly time: number }>();
  return storing((record) => {
    const { isExact, count, time } = last.get(record.id) ?? { isExact: last.size % 2 === 1, count: 0, time: 0 };
    const now = performance.now() + (!isExact && count % 3 === 1 ? 150 : 0);
    const isLate = now < time;
    last.set(record.id, { isExact, count: count + 1, time: isLate ? time : now });
    return isLate ? null : record;
  });
});

/** Acknowledges some updates without storing them. */
const dropsWhere = (drops: (count: number, sinceLastMs: number) => boolean): Hook =>
  stateful(() => {
    const last = new Map<unknown, { readonly count: number; readonly at: number }>();
    return storing((record) => {
      // Records differ in which of their updates are dropped.
      const { count, at } = last.get(record.id) ?? { count: last.size % 2, at: 0 };
      const now = performance.now();
      last.set(record.id, { count: count + 1, at: now });
      return drops(count, now - at) ? null : record;
    });
  });

/** Some updates are stored, and replaced by what was there before when two replicas are merged. */
const mergedAway = (every: number): Hook =>
  stateful(() => {
    let count = 0;
    return (steps) => ({
      save: (record, context) => {
        const before = storedOf(context, record.id) ?? record;
        steps.save(record, context);
        count += 1;
        if (count % every !== 0) return;
        later(15, () => {
          if (storedOf(context, record.id) === record) steps.save(before, context);
        });
      },
    });
  });

/** Updates wait in a queue and are stored in the wrong order. */
const reversed = (windowMs: number): Hook =>
  stateful(() => {
    const waiting = new Map<unknown, Row[]>();
    return (steps) => ({
      save: (record, context) => {
        const queue = waiting.get(record.id);
        if (queue !== undefined) {
          queue.push(record);
          return;
        }
        waiting.set(record.id, [record]);
        later(windowMs, () => {
          const all = waiting.get(record.id) ?? [];
          waiting.delete(record.id);
          for (const one of all.toReversed()) steps.save(one, context);
        });
      },
    });
  });

/** A bulk update writes the texts that its records had before the first update. */
const resetsTexts = stateful(() => {
  const first = new Map<unknown, Row>();
  return storing((record, before, { operation }) => {
    if (!first.has(record.id)) first.set(record.id, before);
    return operation.id.startsWith('bulk') ? withFieldsOf(record, first.get(record.id) ?? record, TEXTS) : record;
  });
});

/** Bulk updates write the texts that a cache has, which is a little behind. */
const fromCache = (ms: number): Hook =>
  stateful(() => {
    const versions = new Versions();
    return storing((record, before, { operation }) => {
      versions.replace(before);
      return operation.id.startsWith('bulk') ? withFieldsOf(record, versions.before(ms, before), TEXTS) : record;
    });
  });

/** Faults that lose an accepted update, as servers are known to have them: the first ones are part of the proof. */
export const lostUpdates = family(
  'consistency',
  [
    lost(
      APPLICATIONS,
      'a bulk update writes back the whole record as it was at its start',
      readModifyWrite([...TEXTS, ...FLAGS]),
    ),
    lost(USERS, 'a bulk update of users writes back all flags as they were at its start', readModifyWrite(FLAGS)),
    lost(
      'updateApplication',
      'updates are written behind, and every other one is dropped',
      dropsWhere((count) => count > 2 && count % 2 === 0),
    ),
    lost(
      APPLICATIONS,
      'updates while a bulk update runs are dropped',
      droppedDuringBulkUpdate(({ operation }, running) => operation.id.startsWith('update') && running > 0),
    ),
    lost(APPLICATIONS, 'every update is delivered twice', deliveredTwice),
  ],
  'writes',
);

/** More of them, which only the tests of the faults run. */
export const moreLostUpdates = family(
  'consistency',
  [
    lost('updateApplication', 'the last write wins by the clock of the client', byClientClock),
    lost('updateApplication', 'every fourth update is gone when the replicas are merged', mergedAway(4)),
    lost('updateApplication', 'updates in a queue are stored in the wrong order', reversed(40)),
    lost(APPLICATIONS, 'a bulk update writes back the texts as they were at its start', readModifyWrite(TEXTS)),
    lost(APPLICATIONS, 'a bulk update writes back the flags as they were at its start', readModifyWrite(FLAGS)),
    lost(
      'updateUser',
      'every other update of a user is dropped',
      dropsWhere((count) => count > 2 && count % 2 === 0),
    ),
    lost(
      'updateApplication',
      'an update soon after another one is dropped',
      dropsWhere((_count, since) => since < 25),
    ),
    lost(
      USERS,
      'updates of users while a bulk update runs are dropped',
      droppedDuringBulkUpdate(({ operation }, running) => operation.id.startsWith('update') && running > 0),
    ),
    lost(
      APPLICATIONS,
      'a bulk update while another one runs is dropped',
      droppedDuringBulkUpdate(({ operation }, running) => operation.id.startsWith('bulk') && running > 0),
    ),
    lost(
      USERS,
      'a bulk update of users while another one runs is dropped',
      droppedDuringBulkUpdate(({ operation }, running) => operation.id.startsWith('bulk') && running > 0),
    ),
    lost(USERS, 'every update of a user is delivered twice', deliveredTwice),
    lost(APPLICATIONS, 'a bulk update writes the texts of a cache', fromCache(40)),
    lost('bulkUpdateApplications', 'a bulk update resets the texts of its records', resetsTexts),
  ],
  'writes',
);
