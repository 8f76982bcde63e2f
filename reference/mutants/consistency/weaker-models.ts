import type { Hook } from '../../behaviour.js';
import { on } from '../../hooks.js';
import { staleReads, stateful, storedOf } from './hooks.js';

/** A reference that orders concurrent calls less strictly; the document allows it, and a run reports it. */
export interface WeakerModel {
  readonly title: string;
  /** The update whose checks show it. */
  readonly operation: 'updateApplication' | 'updateUser';
  readonly hook: Hook;
}

const APPLICATIONS = ['getApplication', 'getApplications', 'updateApplication', 'bulkUpdateApplications'];
const USERS = ['getUser', 'getUsers', 'updateUser', 'bulkUpdateUsers', 'getApplicationUsers', 'getSubscriptionUsers'];

const applications = (title: string, hook: Hook): WeakerModel => ({
  title,
  operation: 'updateApplication',
  hook: on(APPLICATIONS, hook),
});

const users = (title: string, hook: Hook): WeakerModel => ({ title, operation: 'updateUser', hook: on(USERS, hook) });

/** Completes a task before its changes are made. */
const completeBefore =
  (ms: number): Hook =>
  (steps) => ({
    completeTask: (task, context) => {
      task.status = 'Complete';
      setTimeout(() => steps.completeTask(task, context), ms).unref();
    },
  });

/** Reads show a record as it was cached, for some time after it was first read. */
const cached = (ms: number): Hook =>
  stateful(() => {
    const known = new Map<unknown, { readonly record: Record<string, unknown>; readonly until: number }>();
    return (steps) => ({
      read: (context) => {
        const record = steps.read(context);
        const now = performance.now();
        const entry = known.get(record.id);
        if (entry !== undefined && entry.until > now && storedOf(context, record.id) !== undefined) return entry.record;
        known.set(record.id, { record, until: now + ms });
        return record;
      },
    });
  });

/** Ways in which servers are known to show writes late or in another order. */
export const weakerModels: readonly WeakerModel[] = [
  applications(
    'every other read is of a replica that is behind',
    staleReads((record, versions, reads) => (reads % 2 === 0 ? record : versions.before(30, record))),
  ),
  users(
    'every other read of users is of a replica that is behind',
    staleReads((record, versions, reads) => (reads % 2 === 0 ? record : versions.before(30, record))),
  ),
  applications(
    'reads are of two replicas that are behind by different times',
    staleReads((record, versions, reads) => versions.before(reads % 2 === 0 ? 10 : 45, record)),
  ),
  applications(
    'all reads are a moment behind',
    staleReads((record, versions) => versions.before(25, record)),
  ),
  users(
    'all reads of users are a moment behind',
    staleReads((record, versions) => versions.before(25, record)),
  ),
  applications(
    'lists are cached',
    staleReads((record, versions, _reads, isList) => (isList ? versions.before(40, record) : record)),
  ),
  users(
    'lists of users are cached',
    staleReads((record, versions, _reads, isList) => (isList ? versions.before(40, record) : record)),
  ),
  applications('reads of a record are cached', cached(150)),
  users('reads of a user are cached', cached(150)),
  applications(
    'every third read is far behind',
    staleReads((record, versions, reads) => (reads % 3 === 0 ? versions.before(50, record) : record)),
  ),
  applications('a task completes before its changes', completeBefore(60)),
];
