import type { Answer } from '../../engine/client/answer.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { type Params, pathParameters, requiredQuery } from '../../engine/session/world.js';
import { MALFORMED_ID, unknownId } from '../../generators/ids.js';
import { MALFORMED_FILTERS, NUMBER_FOR_NAME } from '../../generators/malformed-filters.js';

/**
 * The path parameters of an operation with each of them replaced in turn. The others are samples; without samples, all
 * are replaced.
 */
export async function replacedParams(context: AskContext, value: string): Promise<Params[]> {
  const parameters = pathParameters(context.operation);
  const all = Object.fromEntries(parameters.map(({ name }) => [name, value]));
  const params = parameters.length === 1 ? all : await context.attempt(() => context.params());
  return params === null ? [all] : parameters.map(({ name }) => ({ ...params, [name]: value }));
}

/** The path parameters of an operation: samples, or, without samples, ids that do not exist. */
export async function anyParams(context: AskContext): Promise<Params> {
  return (await context.attempt(() => context.params())) ?? (await replacedParams(context, unknownId(0)))[0] ?? {};
}

/**
 * The error responses of an operation to requests with one mistake each. The rules of error bodies and of all responses
 * judge these.
 */
export async function refusals(context: AskContext): Promise<Answer[]> {
  const asked = await Promise.all(wrongRequests(context).map((request) => context.attempt(request)));
  return asked.flat().filter((answer): answer is Answer => answer !== null && answer.status >= 400);
}

function wrongRequests(context: AskContext): (() => Promise<Answer | Answer[]>)[] {
  const { operation, sharedSeed, allowance } = context;
  const has = (name: string) => operation.parameters.some((parameter) => parameter.name === name);
  const withId = (id: string) => async () =>
    Promise.all((await replacedParams(context, id)).map((params) => context.ask({}, { params })));
  return [
    ...(pathParameters(operation).length > 0
      ? [withId(unknownId(sharedSeed)), ...(allowance.sparing ? [] : [withId(MALFORMED_ID)])]
      : []),
    ...(has('page_size') && !(allowance.sparing && has('filter'))
      ? [
          () => context.ask({ page_size: '0' }),
          ...(allowance.sparing ? [] : [() => context.ask({ page_number: 'abc' })]),
        ]
      : []),
    // With a limit of requests, the one that filter.message judges.
    ...(has('filter')
      ? [() => context.ask({ filter: allowance.sparing ? NUMBER_FOR_NAME : MALFORMED_FILTERS.noOperator })]
      : []),
    ...Object.keys(requiredQuery(operation)).map((name) => () => context.ask({ [name]: undefined })),
    ...(context.target.hasCredential
      ? [async () => context.ask({}, { credential: 'none', params: await anyParams(context) })]
      : []),
  ];
}
