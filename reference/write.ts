import type { Context } from './behaviour.js';
import type { Answer, BulkRequest, Row } from './model.js';

/** Finds a record, patches it, and returns it as later reads do. */
function update(kind: 'application' | 'user', context: Context): Answer {
  const { steps, operation } = context;
  const record = steps.find(kind, steps.readId(`${kind}Id`, context), context);
  const updated = steps.applyPatch(record, steps.readBody(context), context);
  steps.save(updated, context);
  return { status: 200, body: steps.present(updated, operation.success.schema ?? '', context) };
}

/** Starts the task of a bulk update and returns a reference to it. */
function bulkUpdate(context: Context): Answer {
  const { steps, operation } = context;
  const request = steps.readBody(context) as Row & BulkRequest;
  const task = steps.startTask(request, steps.select(request, context), context);
  const reference = { id: task.id, _links: steps.referenceLinks(task, context) };
  return { status: 202, body: steps.present(reference, operation.success.schema ?? '', context) };
}

/** Removes seats; the success status is unspecified, 204 is one choice. */
function removeUsers(context: Context): Answer {
  const { steps } = context;
  const subscription = steps.find('subscription', steps.readId('subscriptionId', context), context);
  steps.removeUsers(subscription, steps.readUserIds(context), context);
  return { status: 204 };
}

/** The implementation of each operation that writes. */
const writes: Readonly<Record<string, (context: Context) => Answer>> = {
  updateApplication: (context) => update('application', context),
  updateUser: (context) => update('user', context),
  bulkUpdateApplications: bulkUpdate,
  bulkUpdateUsers: bulkUpdate,
  deleteSubscriptionUsers: removeUsers,
};

/** Carries out an operation that writes; if it throws, nothing has changed. */
export function write(context: Context): Answer {
  const writeOwn = writes[context.operation.id];
  if (writeOwn === undefined) throw new Error(`${context.operation.id} is not an operation that writes`);
  return writeOwn(context);
}
