import { randomUUID } from 'node:crypto';
import type { Context } from '../behaviour.js';
import type { BulkRequest, BulkTask, Row, Selection } from '../model.js';
import { Refusal } from '../refusal.js';

/** The field that each flag of a request sets; the two have different names (sections "... area"). */
const FLAGS: Readonly<Record<BulkTask['area'], Readonly<Record<string, string>>>> = {
  users: { onlineOnly: 'isOnline', review: 'isInReview', qualified: 'isQualified' },
  applications: { singleSignOn: 'singleSignOn', approved: 'sanctioned' },
};

const scopes: Readonly<Record<string, (id: string, listed: ReadonlySet<string>) => boolean>> = {
  All: () => true,
  Only: (id, listed) => listed.has(id),
  AllExcept: (id, listed) => !listed.has(id),
};

/** The area of a bulk update: that of its operation. */
function areaOf({ operation }: Context): BulkTask['area'] {
  return operation.area === 'users' ? 'users' : 'applications';
}

/**
 * The records in the scope that also match the filter, if there is one. Unknown ids are returned separately, so
 * that the summary can count them; throws a 400 for an unknown scope, missing ids, or a malformed filter.
 */
export function select({ scope, ids, filter }: BulkRequest, context: Context): Selection {
  const inScope = Object.hasOwn(scopes, scope) ? scopes[scope] : undefined;
  if (inScope === undefined) throw new Refusal(400, `scope must be one of ${Object.keys(scopes).join(', ')}`);
  if (ids === undefined && scope !== 'All') throw new Refusal(400, `ids are required with the scope ${scope}`);
  const { steps, tenant } = context;
  const collection = tenant[areaOf(context)];
  const schema = areaOf(context) === 'users' ? 'user' : 'application';
  const wanted = filter === undefined ? undefined : steps.parseFilter(filter, schema, context);
  const listed = new Set(scope === 'All' ? [] : ids?.map((id) => id.toLowerCase()));
  const selected = (collection.records as readonly (Row & { id: string })[]).filter(
    (record) => inScope(record.id, listed) && (wanted === undefined || steps.matches(wanted, record, context)),
  );
  return {
    ids: selected.map(({ id }) => id),
    unknown: [...listed].filter((id) => collection.get(id) === undefined),
  };
}

/** Starts a task for a selection; it completes by itself after its duration. */
export function startTask({ body }: BulkRequest, { ids, unknown }: Selection, context: Context): BulkTask {
  const area = areaOf(context);
  const task: BulkTask = { id: randomUUID(), area, ids, failed: unknown, flags: body, status: 'Running' };
  context.tasks.add(task, () => context.steps.completeTask(task, context));
  return task;
}

/** Changes all records of a task at once and ends it. A record keeps changes made since the task started. */
export function completeTask(task: BulkTask, context: Context): void {
  const { steps, tenant } = context;
  for (const id of task.ids) {
    const record = tenant[task.area].get(id);
    if (record !== undefined) steps.save(steps.applyFlags(record, task.flags, context), context);
  }
  task.status = 'Complete';
}

/** The record with the flags of a bulk update; the other flags do not change. */
export function applyFlags(record: Row, flags: Row, context: Context): Row {
  const named = Object.entries(FLAGS[areaOf(context)]).filter(([flag]) => Object.hasOwn(flags, flag));
  return { ...record, ...Object.fromEntries(named.map(([flag, field]) => [field, flags[flag]])) };
}
