import type { Application, User } from '../../generators/tenant/stored.js';
import type { Context, Hook } from '../behaviour.js';
import { presented } from '../hooks.js';
import type { Row } from '../model.js';
import { Refusal } from '../refusal.js';
import { family, WRITES } from './variant.js';

/**
 * A hook with a clock that counts the requests of its reference. A run meets the same changes on a busy machine as on an
 * idle one, because nothing depends on the time.
 */
function clocked(hook: (now: () => number) => Hook): Hook {
  return (steps) => {
    let requests = 0;
    const changed = hook(() => requests)(steps);
    const perform = changed.perform ?? steps.perform;
    return {
      ...changed,
      perform: (context) => {
        requests += 1;
        return perform(context);
      },
    };
  };
}

/**
 * One application and one user at a time is missing for a few requests, as if other clients removed and added them.
 */
const comesAndGoes = (every: number): Hook =>
  clocked((now) => {
    const awayAt = (all: readonly Row[]) =>
      all.length < 4 || now() < CALM ? undefined : all[Math.floor(now() / every) % all.length]?.id;
    return (steps) => ({
      collect: (context) => {
        const { applications, users } = context.tenant;
        // Whatever the order of a list, it is without the records that cannot be read.
        const away = [applications.records, users.records].map((all) => awayAt(all as unknown as Row[]));
        return context.operation.area === 'applications' || context.operation.area === 'users'
          ? steps.collect(context).filter(({ id }) => !away.includes(String(id)))
          : steps.collect(context);
      },
      find: (kind, id, context) => {
        const found = steps.find(kind, id, context);
        if (kind !== 'application' && kind !== 'user') return found;
        const { records } = kind === 'application' ? context.tenant.applications : context.tenant.users;
        if (awayAt(records as unknown as Row[]) === id) throw new Refusal(404, 'it is away');
        return found;
      },
    });
  });

/** The first requests find all records: a run refuses the samples of a user that do not exist when it begins. */
const CALM = 100;

/** The list is in the order of the last update, and another client updates a record every few requests. */
const reorders = (every: number): Hook =>
  clocked((now) => (steps) => ({
    collect: (context) => {
      const all = steps.collect(context);
      const at = Math.floor(now() / every) % Math.max(1, all.length);
      return [...all.slice(at), ...all.slice(0, at)];
    },
  }));

/** A growing list: half of it exists at first, and one more record appears every few requests. */
const grows = (every: number): Hook =>
  clocked((now) => (steps) => ({
    collect: (context) => {
      const all = steps.collect(context);
      return all.slice(0, Math.ceil(all.length / 2) + Math.floor(now() / every));
    },
  }));

/** Another client edits a user and an application every few requests. */
const edits = (every: number): Hook =>
  clocked((now) => (steps) => {
    let edited = 0;
    return {
      perform: (context) => {
        const { users, applications } = context.tenant;
        for (; edited < Math.floor(now() / every); edited += 1) {
          const [user, application] = [users.records, applications.records].map(
            (all) => (edited * STRIDE) % all.length,
          );
          if (user !== undefined && users.records.length > 0) users.replace(editedUser(users.at(user), edited));
          if (application !== undefined && applications.records.length > 0) {
            const one = applications.at(application);
            applications.replace(editedApplication(one, edited));
            renameVendor(context.tenant, one.vendorId, edited);
          }
        }
        return steps.perform(context);
      },
    };
  });

/** The distance between records that are edited one after the other: a prime, so that each is reached. */
const STRIDE = 37;

function editedUser(user: User, edit: number): User {
  return {
    ...user,
    department: ['Sales', 'Legal', null][edit % 3] ?? null,
    isOnline: !user.isOnline,
    licenseCount: user.licenseCount + 1,
  };
}

/** The applications of a vendor agree on its name. */
function renameVendor({ applications }: Context['tenant'], vendorId: unknown, edit: number): void {
  for (const one of applications.records.filter((other) => other.vendorId === vendorId)) {
    applications.replace({ ...one, vendor: `${String(one.vendor).replace(/ #\d+$/, '')} #${edit}` });
  }
}

function editedApplication(application: Application, edit: number): Application {
  return {
    ...application,
    sanctioned: !application.sanctioned,
    notes: `edited ${edit}`,
    licenseCount: application.licenseCount + 1,
    yearlyCost: Number(application.yearlyCost) + 1,
  };
}

/** A number that grows with every request of a reference, and a hook that changes records with it. */
const moving = (change: (record: Row, now: number, context: Context) => Row): Hook =>
  clocked((now) => presented((one, _index, context) => change(one, now(), context)));

/** The document requires no order, but a client that reads several pages expects one. */
const RESTLESS = {
  rules: ['answers.repeatable', 'paging.order'],
  because:
    'The document requires neither an order nor stable data, so four consecutive reads that all differ cause a warning, not a failure.',
};

/** A tenant that other clients change during a run, which must not cause a failure. */
export const live = family('live', [
  {
    id: 'records-come-and-go-quickly',
    title: 'another application and another user is missing for 10 requests at a time',
    chooses: ['answers.repeatable'],
    inconclusiveWrites: WRITES,
    warnings: RESTLESS,
    isShared: true,
    hooks: [comesAndGoes(10)],
  },
  {
    id: 'records-come-and-go-slowly',
    title: 'another application and another user is missing for 120 requests at a time',
    chooses: ['answers.repeatable'],
    inconclusiveWrites: WRITES,
    warnings: RESTLESS,
    isShared: true,
    hooks: [comesAndGoes(120)],
  },
  {
    id: 'the-order-moves-quickly',
    title: 'the default order changes every 6 requests',
    chooses: ['answers.repeatable'],
    inconclusiveWrites: WRITES,
    warnings: RESTLESS,
    hooks: [reorders(6)],
  },
  {
    id: 'the-order-moves-slowly',
    title: 'the default order changes every 90 requests',
    chooses: ['answers.repeatable'],
    inconclusiveWrites: WRITES,
    warnings: RESTLESS,
    hooks: [reorders(90)],
  },
  {
    id: 'lists-grow',
    title: 'every list grows by one record every 30 requests',
    chooses: ['answers.repeatable'],
    inconclusiveWrites: WRITES,
    warnings: RESTLESS,
    hooks: [grows(30)],
  },
  {
    id: 'records-are-edited-often',
    title: 'another client edits a user and an application every 2 requests',
    chooses: ['answers.repeatable'],
    inconclusiveWrites: WRITES,
    warnings: RESTLESS,
    isShared: true,
    hooks: [edits(2)],
  },
  {
    id: 'records-are-edited-now-and-then',
    title: 'another client edits a user and an application every 40 requests',
    chooses: ['answers.repeatable'],
    inconclusiveWrites: WRITES,
    warnings: RESTLESS,
    isShared: true,
    hooks: [edits(40)],
  },
  {
    id: 'counts-move-with-every-read',
    title: 'counts change with every read',
    chooses: ['answers.repeatable'],
    inconclusiveWrites: WRITES,
    warnings: RESTLESS,
    hooks: [
      moving((one, now) => ({
        ...one,
        ...(typeof one.licenseCount === 'number' && { licenseCount: now }),
        // Not in a KPI, where it counts some of a total.
        ...(typeof one.active === 'number' && one.noActivity === undefined && { active: now }),
      })),
    ],
  },
  {
    id: 'a-time-moves-with-every-read',
    title: 'the last activity changes with every read',
    chooses: ['answers.repeatable'],
    inconclusiveWrites: WRITES,
    warnings: RESTLESS,
    hooks: [
      moving((one, now, { operation }) =>
        operation.success.schema?.startsWith('user') === true &&
        typeof one.lastActive === 'string' &&
        one.lastActive.endsWith('Z')
          ? { ...one, lastActive: new Date(Date.UTC(2025, 0, 1) + now).toISOString() }
          : one,
      ),
    ],
  },
]);
