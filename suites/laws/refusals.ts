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
 * judge these. In a run with a limit of requests there is one mistake: a wrong id, or else parameters, which come first with
 * `parameters`.
 */
export async function refusals(context: AskContext, { parameters = false } = {}): Promise<Answer[]> {
  const kinds = [wrongIds(context), wrongParameters(context)];
  const requests = [...(parameters ? kinds.toReversed() : kinds).flat(), ...withoutCredential(context)];
  const few = requests.slice(0, context.upTo(requests.length, 1));
  const asked = await Promise.all(few.map((request) => context.attempt(request)));
  return asked.flat().filter((answer): answer is Answer => answer !== null && answer.status >= 400);
}

type Request = () => Promise<Answer | Answer[]>;

function wrongIds(context: AskContext): Request[] {
  const { operation, sharedSeed, allowance } = context;
  const withId = (id: string) => async () =>
    Promise.all((await replacedParams(context, id)).map((params) => context.ask({}, { params })));
  if (pathParameters(operation).length === 0) return [];
  return [withId(unknownId(sharedSeed)), ...(allowance.sparing ? [] : [withId(MALFORMED_ID)])];
}

function wrongParameters(context: AskContext): Request[] {
  const { operation, allowance } = context;
  const has = (name: string) => operation.parameters.some((parameter) => parameter.name === name);
  // With a limit of requests, the filter that filter.message judges comes first.
  const filter = has('filter') && allowance.sparing ? [() => context.ask({ filter: NUMBER_FOR_NAME })] : [];
  return [
    ...filter,
    ...(has('page_size') ? [() => context.ask({ page_size: '0' }), () => context.ask({ page_number: 'abc' })] : []),
    ...(has('filter') && !allowance.sparing ? [() => context.ask({ filter: MALFORMED_FILTERS.noOperator })] : []),
    ...Object.keys(requiredQuery(operation)).map((name) => () => context.ask({ [name]: undefined })),
  ];
}

function withoutCredential(context: AskContext): Request[] {
  if (!context.target.hasCredential) return [];
  return [async () => context.ask({}, { credential: 'none', params: await anyParams(context) })];
}
