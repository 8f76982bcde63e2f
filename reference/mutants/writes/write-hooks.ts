import type { Link } from '../../../schemas/generated/interface.js';
import type { Behaviour, Context, Hook } from '../../behaviour.js';
import { body } from '../../hooks.js';
import type { Answer, BulkRequest, BulkTask, Row } from '../../model.js';
import { Refusal } from '../../refusal.js';

/** The areas whose records can be written, with the operations that do. */
export const AREAS = [
  { of: 'users', update: 'updateUser', bulk: 'bulkUpdateUsers' },
  { of: 'applications', update: 'updateApplication', bulk: 'bulkUpdateApplications' },
] as const;

/** Changes the record that a patch produces, both as returned and as stored. */
export const patched =
  (change: (updated: Row, patch: Row, before: Row, context: Context) => Row): Hook =>
  (steps) => ({
    applyPatch: (record, patch, context) => change(steps.applyPatch(record, patch, context), patch, record, context),
  });

/** Changes what is stored, but not what is returned. */
export const stored =
  (change: (updated: Row, context: Context) => Row | null): Hook =>
  (steps) => ({
    save: (record, context) => {
      const changed = change(record, context);
      if (changed !== null) steps.save(changed, context);
    },
  });

/** Changes what a target says of the tasks of bulk updates that select records by a filter. */
export const ofFiltered =
  (change: (steps: Behaviour, isFiltered: (task: BulkTask) => boolean) => Partial<Behaviour>): Hook =>
  (steps) => {
    const filtered = new Set<BulkTask>();
    return {
      startTask: (request, selection, context) => {
        const task = steps.startTask(request, selection, context);
        if (request.filter !== undefined) filtered.add(task);
        return task;
      },
      ...change(steps, (task) => filtered.has(task)),
    };
  };

/** Reads a body that the reference would reject; `take` returns undefined to leave it to the reference. */
export const taking =
  (take: (text: string, context: Context) => Row | undefined): Hook =>
  (steps) => ({
    readBody: (context) => take(context.body ?? '', context) ?? steps.readBody(context),
  });

/** The body as a JSON object, or undefined if it is not one. */
export function objectOf(text: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : undefined;
  } catch {
    return undefined;
  }
}

export const records = ({ operation, tenant }: Context): readonly Row[] =>
  (operation.area === 'users' ? tenant.users.records : tenant.applications.records) as unknown as Row[];

/** The record after one in its collection. */
export function neighbourOf(record: Row, context: Context): Row {
  const all = records(context);
  return all[(all.findIndex(({ id }) => id === record.id) + 1) % all.length] as Row;
}

/** Applies the members of a body, whatever their type and whatever is missing. */
export const merging: Hook = (steps) => ({
  readBody: (context) => objectOf(context.body ?? '') ?? steps.readBody(context),
  applyPatch: (record, patch, context) => {
    const { websiteDate, ...flat } = patch;
    const category = (websiteDate as Row | undefined)?.categoryName;
    const owner = context.tenant.users.get(String(flat.primaryOwnerId));
    return {
      ...record,
      ...flat,
      ...(category !== undefined && { categoryName: category }),
      ...(owner !== undefined && { primaryOwnerName: owner.displayName }),
    };
  },
});

/** Accepts a body without a member, and handles it in its own way. */
export const without =
  (name: string, change: (updated: Row) => Row): Hook =>
  (steps) => {
    const loose = merging(steps);
    const lacks = ({ body: text }: Context) => {
      const given = objectOf(text ?? '');
      return given !== undefined && Object.keys(given).length > 0 && !(name in given);
    };
    return {
      readBody: (context) => (lacks(context) ? loose.readBody?.(context) : undefined) ?? steps.readBody(context),
      applyPatch: (record, patch, context) =>
        lacks(context)
          ? change(loose.applyPatch?.(record, patch, context) ?? record)
          : steps.applyPatch(record, patch, context),
    };
  };

/** The record that an update is for; undefined if there is none. */
function addressed(context: Context): Row | undefined {
  const id = context.params.userId ?? context.params.applicationId ?? '';
  return records(context).find((one) => one.id === id.toLowerCase());
}

/** Stores the first members of a body before it finds the body invalid. */
export const partly =
  (wrong: (given: Row) => boolean): Hook =>
  (steps) => ({
    readBody: (context) => {
      const given = objectOf(context.body ?? '');
      const record = addressed(context);
      if (given !== undefined && record !== undefined && wrong(given)) {
        const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === 'boolean'));
        steps.save({ ...record, ...fields }, context);
      }
      return steps.readBody(context);
    },
  });

/** Sets some flags of the record that a body is for, whatever comes of the body. */
export const setting =
  (flagsIn: (given: Row) => readonly string[]): Hook =>
  (steps) => ({
    readBody: (context) => {
      const given = objectOf(context.body ?? '');
      const record = addressed(context);
      const flags = given === undefined ? [] : flagsIn(given);
      if (record !== undefined && flags.length > 0)
        steps.save({ ...record, ...Object.fromEntries(flags.map((name) => [name, true])) }, context);
      return steps.readBody(context);
    },
  });

export const failing = (when: (text: string, context: Context) => boolean): Hook =>
  taking((text, context) => {
    if (when(text, context)) throw new Error('unexpected');
    return undefined;
  });

/** Rejects every request and does nothing. */
export const refusing =
  (status: number): Hook =>
  () => ({
    perform: () => {
      throw new Refusal(status, 'no');
    },
  });

export const contentType = ({ headers }: Context): string => String(headers['content-type'] ?? '');

/** Writes despite a wrong credential, and reports success or not. */
export const unauthorized =
  (says: 'success' | 'refusal'): Hook =>
  (steps) => ({
    authorize: () => undefined,
    perform: (context) => {
      const given = steps.perform(context);
      if (says === 'refusal') steps.authorize(context);
      return given;
    },
  });

/** Changes a task when it is read. */
export const task = (change: (given: Row, context: Context) => Row): Hook =>
  body((given, context) => change(given, context));

/** Changes each link of a task, or of the reference to it. */
export const links =
  (step: 'referenceLinks' | 'taskLinks', change: (link: Link, task: BulkTask) => Link): Hook =>
  (steps) => ({
    [step]: (given: BulkTask, context: Context) => steps[step](given, context).map((link) => change(link, given)),
  });

/** Changes the ids of the records that a bulk update changes. */
export const selecting =
  (change: (ids: readonly string[], request: BulkRequest) => readonly string[]): Hook =>
  (steps) => ({
    startTask: (request, selection, context) =>
      steps.startTask(request, { ...selection, ids: change(selection.ids, request) }, context),
  });

/** Changes the flags that a bulk update sets. */
export const flags =
  (change: (given: Row) => Row): Hook =>
  (steps) => ({
    startTask: (request, selection, context) =>
      steps.startTask({ ...request, body: change(request.body) }, selection, context),
  });

/** Finds another record instead of one that does not exist. */
export const finding =
  (make: (id: string, context: Context) => Row): Hook =>
  (steps) => ({
    find: (kind, id, context) => {
      try {
        return steps.find(kind, id, context);
      } catch {
        return make(id, context) as never;
      }
    },
  });

/** Replies to what the reference rejects. */
export const replying =
  (reply: (context: Context) => Answer): Hook =>
  (steps) => ({
    perform: (context) => {
      try {
        return steps.perform(context);
      } catch {
        return reply(context);
      }
    },
  });

/** Replies to an update of an id that no record has. */
export const replyingToUnknown =
  (reply: Answer): Hook =>
  (steps) => ({
    perform: (context) => {
      const [kind, parameter] =
        context.operation.area === 'users'
          ? (['user', 'userId'] as const)
          : (['application', 'applicationId'] as const);
      try {
        steps.find(kind, steps.readId(parameter, context), context);
      } catch {
        return reply;
      }
      return steps.perform(context);
    },
  });

/** A bulk update whose filter matches nothing selects some of the records. */
export const selectingByNothing =
  (choose: (ids: readonly string[]) => readonly string[]): Hook =>
  (steps) => ({
    select: (request, context) => {
      const selection = steps.select(request, context);
      if (request.filter === undefined || selection.ids.length > 0) return selection;
      return { ...selection, ids: choose(records(context).map(({ id }) => String(id))) };
    },
  });

/** Reads the task that was started last, whatever the id is. */
export const latestTask =
  (change: (asked: BulkTask, last: BulkTask) => BulkTask): Hook =>
  (steps) => {
    let last: BulkTask | undefined;
    return {
      startTask: (request, selection, context) => {
        last = steps.startTask(request, selection, context);
        return last;
      },
      taskRecord: (given, context) => steps.taskRecord(change(given, last ?? given), context),
      summaryRecord: (given, context) => steps.summaryRecord(change(given, last ?? given), context),
    };
  };
