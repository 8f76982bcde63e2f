import { type Answer, isClientError } from '../../../engine/client/answer.js';
import type { WriteRule } from '../../../engine/run/rule.js';
import { pathParameters } from '../../../engine/session/world.js';
import type { WriteContext, WriteRequest } from '../../../engine/writes/write-context.js';
import type { JsonObject } from '../../../generators/bodies/json-object.js';
import { unknownId } from '../../../generators/ids.js';
import { isBulkUpdate, isUpdate } from '../applies.js';
import { errorBodyProblem } from '../refusal-problems.js';
import { sendOnce, validBody } from './bulk/order.js';

/** The members of a body, each with a value of another type: an error response may list several problems in another form. */
const allWrong = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? 1 : []]));

/** Updates that should be rejected; each changes nothing, or only the check's own record. */
function brokenUpdates(context: WriteContext): WriteRequest[] {
  const { operation, record } = context;
  const params = Object.fromEntries(pathParameters(operation).map(({ name }) => [name, unknownId(context.seed)]));
  return [
    { record, rawBody: '{' },
    { record, body: [] },
    { record, body: allWrong(context.patchFor(record)) },
    { record, body: context.patchFor(record), mediaType: 'text/plain' },
    { params, body: context.patchFor(record) },
  ];
}

/** Bulk updates that should be rejected. Those that a server may apply to all records are sent only if allowed. */
function brokenBulkUpdates(context: WriteContext): WriteRequest[] {
  const valid = validBody(context);
  const { body: _without, ...withoutBody } = valid;
  const listed = [{ body: withoutBody }, { body: { ...valid, body: 1 } }, { body: valid, mediaType: 'text/plain' }];
  return context.allowsScopeAll ? [...listed, { rawBody: '{' }, { body: [] }, { body: allWrong(valid) }] : listed;
}

/** The error responses of a write to requests that should be rejected. */
async function refusals(context: WriteContext): Promise<Answer[]> {
  const { operation } = context;
  const requests = isUpdate(operation) ? brokenUpdates(context) : brokenBulkUpdates(context);
  const answers: Answer[] = [];
  for (const request of requests) {
    answers.push(await (isBulkUpdate(operation) ? sendOnce(context, request) : context.send(request)));
  }
  return answers.filter(isClientError);
}

async function reportBodies(context: WriteContext, of: (status: number) => boolean): Promise<void> {
  const judged = (await refusals(context)).filter(({ status }) => of(status));
  if (judged.length === 0) context.inconclusive('no request triggered this error');
  for (const answer of judged) {
    const problem = errorBodyProblem(answer);
    if (problem !== null) context.report(answer, problem);
  }
}

const hasBody = (operation: Parameters<WriteRule['appliesTo']>[0]): boolean =>
  isUpdate(operation) || isBulkUpdate(operation);

export const body400: WriteRule = {
  id: 'errors.writes-body-400',
  clause: 'errors.body-400',
  needs: [],
  records: 1,
  appliesTo: hasBody,
  write: (context) => reportBodies(context, (status) => status === 400),
};

export const bodyOther: WriteRule = {
  id: 'errors.writes-body-other',
  clause: 'errors.body-other',
  needs: [],
  records: 1,
  appliesTo: hasBody,
  write: (context) => reportBodies(context, (status) => status !== 400),
};
