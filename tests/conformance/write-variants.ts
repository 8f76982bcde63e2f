import type { CheckOptions, TargetOptions } from '../../engine/target/options.js';
import { answer, body, on, record, refusal, where } from '../../reference/hooks.js';
import { type Context, type Hook, type ReferenceOptions, Refusal, type Row } from '../../reference/index.js';

/** The reference with other unspecified behaviour of writes. */
export interface WriteVariant {
  readonly name: string;
  readonly hooks?: readonly Hook[];
  readonly reference?: ReferenceOptions;
  readonly target?: Partial<TargetOptions>;
  readonly options?: CheckOptions;
  /** SHOULD rules that correctly report a warning for it. */
  readonly warnings?: readonly string[];
}

const UPDATES = ['update*'];
const BULK = ['bulkUpdate*', 'get*Task', 'getBulkUpdateUsersSummary'];
const DELETION = ['delete*'];

const isUpdate = ({ operation }: Context): boolean => operation.binding.method === 'PATCH';
const isBulk = ({ operation }: Context): boolean => operation.binding.method === 'POST';
const isDeletion = ({ operation }: Context): boolean => operation.binding.method === 'DELETE';
const isTask = ({ operation }: Context): boolean => operation.success.schema === 'task';

const reference400 = (message: string): never => {
  throw new Refusal(400, message);
};

/** Reads show a write only after a while; the response to the update shows it at once. */
function late(delayMs: number): Hook {
  return (steps) => {
    const pending = new Map<unknown, { readonly old: Row; readonly until: number }>();
    const seen = (one: Row): Row => {
      const known = pending.get(one.id);
      return known !== undefined && performance.now() < known.until ? known.old : one;
    };
    return {
      save: (updated, context) => {
        const { users, applications } = context.tenant;
        const kept = users.get(String(updated.id)) ?? applications.get(String(updated.id));
        const old = pending.get(updated.id);
        const shown = old !== undefined && performance.now() < old.until ? old.old : (kept as unknown as Row);
        pending.set(updated.id, { old: shown, until: performance.now() + delayMs });
        steps.save(updated, context);
      },
      collect: (context) => steps.collect(context).map(seen),
      read: (context) => seen(steps.read(context)),
    };
  };
}

/** Every other read of a record is of a replica, which has each write a while later. */
function replicated(delayMs: number): Hook {
  return (steps) => {
    const versions = new Map<unknown, { readonly at: number; readonly record: Row }[]>();
    let reads = 0;
    const behind = (one: Row): Row =>
      versions.get(one.id)?.findLast(({ at }) => at <= performance.now())?.record ?? one;
    const seen = (all: readonly Row[]): readonly Row[] => {
      reads += 1;
      return reads % 2 === 0 ? all : all.map(behind);
    };
    return {
      save: (updated, context) => {
        const { users, applications } = context.tenant;
        const kept = users.get(String(updated.id)) ?? applications.get(String(updated.id));
        const own = versions.get(updated.id) ?? [{ at: 0, record: kept as unknown as Row }];
        versions.set(updated.id, [...own, { at: performance.now() + delayMs, record: updated }]);
        steps.save(updated, context);
      },
      collect: (context) => seen(steps.collect(context)),
      read: (context) => {
        const read = steps.read(context);
        return versions.has(read.id) ? (seen([read])[0] as Row) : read;
      },
    };
  };
}

const loose: Hook = (steps) => ({
  readBody: (context) => {
    try {
      return steps.readBody(context);
    } catch (error) {
      const given = objectOf(context.body ?? '');
      if (given === undefined || !typed(given)) throw error;
      return given;
    }
  },
  applyPatch: (before, patch, { tenant }) => {
    const { websiteDate, ...flat } = patch as Row & { websiteDate?: Row };
    const owner = tenant.users.get(String(flat.primaryOwnerId));
    const known = Object.entries(flat).filter(([name]) => name in before && name !== 'id' && name !== 'name');
    return {
      ...before,
      ...Object.fromEntries(known),
      ...(websiteDate?.categoryName !== undefined && { categoryName: websiteDate.categoryName }),
      ...(owner !== undefined && { primaryOwnerName: owner.displayName }),
    };
  },
});

function objectOf(text: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : undefined;
  } catch {
    return undefined;
  }
}

const FLAGS = new Set(['isOnline', 'isInReview', 'isQualified', 'sanctioned', 'singleSignOn']);

/** Whether each member that is there has its type, null included where `nulls` says so. */
function typed(given: Row, nulls = false): boolean {
  return Object.entries(given).every(([name, value]) => {
    if (value === null) return nulls;
    if (FLAGS.has(name)) return typeof value === 'boolean';
    if (name === 'websiteDate') return typeof value === 'object' && !Array.isArray(value) && typed(value as Row, nulls);
    return typeof value === 'string';
  });
}

const flagsOf = ({ body: text }: Context): Row => (objectOf(text ?? '')?.body ?? {}) as Row;

/** A task goes through states before its end. */
const states = (...before: readonly string[]): Hook =>
  where(isTask, (steps) => {
    const reads = new Map<unknown, number>();
    return {
      taskRecord: (task, context) => {
        const made = steps.taskRecord(task, context);
        if (made.status === 'Complete') return made;
        const count = reads.get(task.id) ?? 0;
        reads.set(task.id, count + 1);
        return { ...made, status: before[Math.min(count, before.length - 1)] };
      },
    };
  });

export const writeVariants: readonly WriteVariant[] = [
  { name: 'index-keyed objects are arrays', reference: { wireForm: 'array' }, target: { wireForm: 'array' } },
  { name: 'a write shows a little later', hooks: [late(120)], options: { consistencyWindowMs: 2000 } },
  {
    name: 'every other read is of a replica that is behind',
    hooks: [replicated(1000)],
    options: { consistencyWindowMs: 5000, rules: ['bulk.*'] },
  },
  {
    name: 'tasks take their time',
    reference: { taskDurationMs: 250 },
    options: { operations: BULK, taskTimeoutMs: 10_000 },
  },
  { name: 'tasks are complete at once', reference: { taskDurationMs: 0 }, options: { operations: BULK } },
  {
    name: 'a task is Queued, then Running',
    reference: { taskDurationMs: 120 },
    hooks: [states('Queued', 'Running')],
    options: { operations: BULK },
  },
  {
    name: 'a task has no status and no link before its end',
    options: { operations: BULK },
    reference: { taskDurationMs: 80 },
    hooks: [
      where(
        isTask,
        body((given) => (given.status === 'Complete' ? given : { id: given.id, name: null, status: null })),
      ),
    ],
  },
  {
    name: 'a task is gone soon after its end, and so is the summary',
    options: { operations: BULK },
    hooks: [
      (steps) => {
        const ends = new Map<unknown, number>();
        const gone = (id: string | undefined): boolean =>
          performance.now() > (ends.get(id) ?? Number.POSITIVE_INFINITY);
        return {
          find: (kind, id, context) => {
            if (kind === 'task' && gone(id)) throw new Refusal(404, 'it is over');
            return steps.find(kind, id, context);
          },
          taskRecord: (task, context) => {
            if (task.status === 'Complete' && !ends.has(task.id)) ends.set(task.id, performance.now() + 60);
            return steps.taskRecord(task, context);
          },
        };
      },
    ],
  },
  {
    name: 'links are absolute, and the ids in them in upper case',
    options: { operations: BULK },
    hooks: [
      (steps) => ({
        referenceLinks: (task, context) =>
          steps
            .referenceLinks(task, context)
            .map((link) => ({ ...link, href: `/${link.href?.replace(task.id, task.id.toUpperCase())}` })),
        taskLinks: (task, context) =>
          steps.taskLinks(task, context).map((link) => ({ ...link, href: `/${link.href}` })),
      }),
    ],
  },
  {
    name: 'a task and its reference have further links',
    options: { operations: BULK },
    hooks: [
      (steps) => {
        const more = { href: 'https://help.example/tasks', rel: 'help', method: 'GET' };
        return {
          referenceLinks: (task, context) => [more, ...steps.referenceLinks(task, context)],
          taskLinks: (task, context) => [...steps.taskLinks(task, context), more],
        };
      },
    ],
  },
  {
    name: 'deletion answers 200 with a body',
    options: { operations: DELETION },
    hooks: [
      where(
        isDeletion,
        answer((given) => ({ ...given, status: 200, body: { removed: true } })),
      ),
    ],
  },
  {
    name: 'deletion answers 202 and takes effect later',
    options: { operations: DELETION, consistencyWindowMs: 2000 },
    hooks: [
      where(isDeletion, (steps) => ({
        removeUsers: (subscription, ids, context) => {
          setTimeout(() => {
            try {
              steps.removeUsers(subscription, ids, context);
            } catch {
              // No error: the task was accepted.
            }
          }, 60).unref();
        },
        perform: (context) => ({ ...steps.perform(context), status: 202 }),
      })),
    ],
  },
  {
    name: 'deletion of users who have no seat is answered with 204',
    options: { operations: DELETION },
    hooks: [
      where(isDeletion, (steps) => ({
        removeUsers: (subscription, ids, context) => {
          for (const id of ids) {
            try {
              steps.removeUsers(subscription, [id], context);
            } catch {
              // Who has no seat needs none taken.
            }
          }
        },
      })),
    ],
  },
  {
    name: 'deletion refuses an id that is given twice',
    options: { operations: DELETION },
    hooks: [
      where(isDeletion, (steps) => ({
        readUserIds: (context) => {
          const ids = (context.params.userIds ?? '').split(',');
          if (new Set(ids).size < ids.length) throw new Refusal(400, 'an id is given twice');
          return steps.readUserIds(context);
        },
      })),
    ],
  },
  {
    name: 'a bulk update refuses unknown ids',
    options: { operations: BULK },
    hooks: [
      where(isBulk, (steps) => ({
        select: (request, context) => {
          const selection = steps.select(request, context);
          if (selection.unknown.length > 0) throw new Refusal(400, 'an id is unknown');
          return selection;
        },
      })),
    ],
  },
  {
    name: 'a bulk update ignores unknown ids',
    options: { operations: BULK },
    hooks: [
      where(isBulk, (steps) => ({
        select: (request, context) => ({ ...steps.select(request, context), unknown: [] }),
      })),
    ],
  },
  {
    name: 'a bulk update refuses empty ids and ids that are given twice',
    options: { operations: BULK },
    hooks: [
      where(isBulk, (steps) => ({
        select: (request, context) => {
          const { ids = [] } = request;
          if (ids.length === 0 && request.scope !== 'All') throw new Refusal(400, 'no ids');
          if (new Set(ids).size < ids.length) throw new Refusal(400, 'an id is given twice');
          return steps.select(request, context);
        },
      })),
    ],
  },
  {
    name: 'a bulk update wants all flags',
    options: { operations: BULK },
    hooks: [
      where(isBulk, (steps) => ({
        readBody: (context) => {
          const given = steps.readBody(context);
          const wanted = context.operation.area === 'users' ? 3 : 2;
          return Object.keys(flagsOf(context)).length < wanted ? reference400('all flags are required') : given;
        },
      })),
    ],
  },
  {
    name: 'a bulk update takes no filter',
    options: { operations: BULK },
    hooks: [
      where(isBulk, (steps) => ({
        select: (request, context) =>
          request.filter === undefined ? steps.select(request, context) : reference400('filters are not supported'),
      })),
    ],
  },
  {
    name: 'a filter of a bulk update is for the scope Filter alone',
    options: { operations: BULK },
    hooks: [
      where(isBulk, (steps) => ({
        select: ({ filter: _filter, ...request }, context) =>
          steps.select(request.scope === 'All' ? { ...request, scope: 'Nobody' } : request, context),
      })),
    ],
  },
  {
    name: 'the scope of listed ids has another name',
    options: { operations: BULK, bulkScope: 'Selected' },
    hooks: [
      where(isBulk, (steps) => ({
        select: (request, context) => {
          if (request.scope === 'Only') throw new Refusal(400, 'scope must be Selected or All');
          return steps.select({ ...request, scope: request.scope === 'Selected' ? 'Only' : request.scope }, context);
        },
      })),
    ],
  },
  {
    name: 'one bulk update at a time',
    reference: { taskDurationMs: 40 },
    options: { operations: BULK, taskTimeoutMs: 10_000 },
    hooks: [
      where(isBulk, (steps) => {
        let busyUntil = 0;
        return {
          startTask: (request, selection, context) => {
            if (performance.now() < busyUntil) throw new Refusal(400, 'a bulk update is running');
            busyUntil = performance.now() + 45;
            return steps.startTask(request, selection, context);
          },
        };
      }),
    ],
  },
  {
    name: 'a body without a member is merged as RFC 7396 has it',
    options: { operations: UPDATES },
    hooks: [where(isUpdate, loose)],
  },
  {
    name: 'null removes, as RFC 7396 has it',
    options: { operations: UPDATES },
    hooks: [
      where(isUpdate, (steps) => ({
        ...loose(steps),
        readBody: (context) => {
          const given = objectOf(context.body ?? '');
          return given !== undefined && typed(given, true) ? given : steps.readBody(context);
        },
      })),
    ],
  },
  {
    name: 'an update is taken as application/json too',
    options: { operations: UPDATES },
    hooks: [
      where(isUpdate, (steps) => ({
        readBody: (context) =>
          steps.readBody({
            ...context,
            headers: { ...context.headers, 'content-type': 'application/merge-patch+json' },
          }),
      })),
    ],
  },
  {
    name: 'unknown members are refused',
    options: { operations: UPDATES },
    hooks: [
      where(isUpdate, (steps) => ({
        readBody: (context) => {
          const given = steps.readBody(context);
          const known = context.operation.area === 'users' ? 3 : 8;
          return Object.keys(given).length > known ? reference400('a member is unknown') : given;
        },
      })),
    ],
  },
  {
    name: 'categories are checked',
    options: { operations: UPDATES },
    hooks: [
      on('updateApplication', (steps) => {
        let known: ReadonlySet<unknown> | undefined;
        return {
          applyPatch: (before, patch, context) => {
            known ??= new Set(context.tenant.applications.records.map(({ categoryName }) => categoryName));
            const category = (patch.websiteDate as Row).categoryName;
            return known.has(category) ? steps.applyPatch(before, patch, context) : reference400('no such category');
          },
        };
      }),
    ],
  },
  {
    name: 'notes of more than 4000 characters are refused',
    options: { operations: UPDATES },
    hooks: [
      on('updateApplication', (steps) => ({
        readBody: (context) => {
          const given = steps.readBody(context);
          return String(given.notes).length > 4000 ? reference400('notes are too long') : given;
        },
      })),
    ],
  },
  {
    name: 'a review costs savings, and an unqualified user is inactive',
    hooks: [
      (steps) => ({
        present: (one, schema, context) => {
          const made = steps.present(one, schema, context);
          if (!('isQualified' in made)) return made;
          const status = made.isQualified === true ? 'Active' : 'Inactive';
          return { ...made, status, potentialSavings: made.isInReview === true ? 0 : 12.5 };
        },
      }),
    ],
  },
  {
    name: 'figures move with every read',
    hooks: [
      where(
        ({ operation }) => ['user', 'application'].includes(operation.success.schema ?? operation.success.item ?? ''),
        record((one) => ({
          ...one,
          ...('licenseCount' in one && { licenseCount: Math.floor(performance.now()) }),
          ...('lastActive' in one && { lastActive: new Date(Date.UTC(2025, 0, 1) + performance.now()).toISOString() }),
        })),
      ),
    ],
  },
  {
    name: 'figures move now and then',
    options: { operations: [...UPDATES, 'bulkUpdate*'] },
    hooks: [
      record((one) => ({
        ...one,
        ...('licenseCount' in one && { licenseCount: Math.floor(performance.now() / 10) }),
      })),
    ],
  },
  {
    name: 'an update is dated in a field that the document does not name',
    options: { operations: UPDATES },
    hooks: [
      (steps) => {
        const dates = new Map<unknown, string>();
        return {
          save: (updated, context) => {
            dates.set(updated.id, `${performance.now()}`);
            steps.save(updated, context);
          },
          present: (one, schema, context) => ({
            ...steps.present(one, schema, context),
            ...(dates.has(one.id) && { modified: dates.get(one.id) }),
          }),
        };
      },
    ],
  },
  {
    name: 'the name of the owner is not returned',
    options: { operations: UPDATES },
    hooks: [
      (steps) => ({
        present: (one, schema, context) => {
          const { primaryOwnerName: _name, ...rest } = steps.present(one, schema, context);
          return rest;
        },
      }),
    ],
  },
  {
    name: 'the last updated comes first in the lists',
    options: { operations: UPDATES },
    hooks: [
      (steps) => {
        const updated: unknown[] = [];
        return {
          save: (one, context) => {
            updated.unshift(one.id);
            steps.save(one, context);
          },
          collect: (context) => {
            const all = steps.collect(context);
            const rank = (one: Row) => (updated.includes(one.id) ? updated.indexOf(one.id) : updated.length);
            return updated.length === 0 ? all : [...all].sort((left, right) => rank(left) - rank(right));
          },
        };
      },
    ],
  },
  {
    name: 'ids are answered in upper case',
    hooks: [
      where(
        ({ operation }) => operation.success.item === undefined && !isDeletion({ operation } as Context),
        record((one) => ({ ...one, ...(typeof one.id === 'string' && { id: one.id.toUpperCase() }) })),
      ),
    ],
  },
  {
    name: 'answers to writes and tasks carry no id of their record',
    warnings: ['records.id-present'],
    hooks: [
      where(
        (context) => isUpdate(context) || isTask(context),
        body((given) => (given.error === undefined ? Object.fromEntries(Object.entries(given).slice(1)) : given)),
      ),
    ],
  },
  {
    name: 'an unknown subscription is a 403',
    options: { operations: DELETION },
    hooks: [
      where(
        isDeletion,
        refusal((given) =>
          given.status === 404 ? { ...given, status: 403, body: { error: { code: 403, message: 'no' } } } : given,
        ),
      ),
    ],
  },
  {
    name: 'a summary counts nothing',
    options: { operations: BULK },
    hooks: [
      on(
        'getBulkUpdateUsersSummary',
        record(() => ({ successCount: null, failedCount: null })),
      ),
    ],
  },
  {
    name: 'an unknown id is a 400',
    options: { operations: UPDATES },
    warnings: ['updates.unknown-id-404'],
    hooks: [
      where(
        isUpdate,
        refusal((given) =>
          given.status === 404 ? { ...given, status: 400, body: { error: { code: 400, message: 'no' } } } : given,
        ),
      ),
    ],
  },
  {
    name: 'writes are answered slowly',
    reference: { latencyMs: 15 },
  },
  {
    name: 'few records',
    reference: { sizes: { applications: 9, users: 6, subscriptions: 4, agreements: 2, contracts: 2 } },
  },
  {
    name: 'one record of each',
    reference: { sizes: { applications: 1, users: 1, subscriptions: 1, agreements: 1, contracts: 1 } },
    options: { allowDestroy: false },
  },
];
