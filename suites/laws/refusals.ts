import type { Operation } from '../../contract/types.js';
import type { Answer } from '../../engine/client/answer.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { isUuid } from '../../engine/session/same-id.js';
import type { Query } from '../../engine/session/seen.js';
import { type Params, pathParameters, requiredQuery } from '../../engine/session/world.js';
import { MALFORMED_ID, QUOTED_FOREIGN_ID, unknownId } from '../../generators/ids.js';
import { MALFORMED_FILTERS, NUMBER_FOR_NAME, UNKNOWN_FIELD_FILTER } from '../../generators/malformed-filters.js';
import { sideways, UNKNOWN_FIELD_SORT } from '../../generators/malformed-sorts.js';
import { takes } from './applies.js';
import { textFieldsOf } from './fields.js';
import { placeOf } from './place-of.js';
import { LARGEST_PAGE } from './stride.js';

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

/** A path parameter with an id that no record has. */
export interface WrongId {
  readonly id: string;
  /** The position of the path parameter. */
  readonly position: number;
  readonly params: Params;
}

/** Ids that do not exist, one for each path parameter. */
export async function unknownIds(context: AskContext): Promise<WrongId[]> {
  const id = unknownId(context.sharedSeed);
  return (await replacedParams(context, id)).map((params, position) => ({ id, position, params }));
}

/** The ids of samples with more characters after them, for each path parameter; none without samples. */
export async function longerIds(context: AskContext, more: string): Promise<WrongId[]> {
  const params = await context.attempt(() => context.params());
  return Object.entries(params ?? {}).map(([name, value]) => withId(context, params ?? {}, name, `${value}${more}`));
}

/** The ids of samples without their last character, for each path parameter whose sample is a UUID: without it, it is none. */
export async function shorterIds(context: AskContext): Promise<WrongId[]> {
  const params = await context.attempt(() => context.params());
  const named = Object.entries(params ?? {}).filter(([, value]) => isUuid(value));
  return named.map(([name, value]) => withId(context, params ?? {}, name, value.slice(0, -1)));
}

/** The place of a digit in the middle of a UUID: ids of which a target counts up a part differ at their start or at their end. */
const INNER = 21;

/** The ids of samples with another digit in the middle, for each path parameter whose sample is a UUID. */
export async function changedIds(context: AskContext): Promise<WrongId[]> {
  const params = await context.attempt(() => context.params());
  const named = Object.entries(params ?? {}).filter(([, value]) => isUuid(value));
  return named.map(([name, value]) => {
    const other = value[INNER] === '0' ? '1' : '0';
    return withId(context, params ?? {}, name, `${value.slice(0, INNER)}${other}${value.slice(INNER + 1)}`);
  });
}

function withId({ operation }: AskContext, params: Params, name: string, id: string): WrongId {
  const position = pathParameters(operation).findIndex((one) => one.name === name);
  return { id, position, params: { ...params, [name]: id } };
}

/**
 * The wrong ids that an operation sends in a run with a limit of requests, and that its rules share: ids that do not exist, and
 * longer ones by turns.
 */
export async function fewWrongIds(context: AskContext): Promise<WrongId[]> {
  const longer = placeOf(context) % 2 > 0 ? await longerIds(context, QUOTED_FOREIGN_ID) : [];
  return longer.length > 0 ? longer : unknownIds(context);
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
  if (pathParameters(context.operation).length === 0) return [];
  const send = (of: () => Promise<readonly { readonly params: Params }[]>) => async () =>
    Promise.all((await of()).map(({ params }) => context.ask({}, { params })));
  if (context.allowance.sparing) return [send(() => fewWrongIds(context))];
  const malformed = async () => (await replacedParams(context, MALFORMED_ID)).map((params) => ({ params }));
  return [send(() => unknownIds(context)), send(malformed)];
}

function wrongParameters(context: AskContext): Request[] {
  const { operation, allowance } = context;
  const { sparing } = allowance;
  // With a limit of requests, the filter that filter.message judges comes first.
  const first = takes('filter')(operation) && sparing ? [{ filter: NUMBER_FOR_NAME }] : [];
  const pages = takes('page_size')(operation) ? [{ page_size: '0' }, { page_number: 'abc' }] : [];
  const missing = Object.keys(requiredQuery(operation)).map((name) => ({ [name]: undefined }));
  const queries = [...first, ...pages, ...(sparing ? [] : sharedMistakes(operation)), ...missing];
  return queries.map((query) => () => context.ask(query));
}

/** What other rules send too, to find out whether it is rejected: each may be rejected by another part of a target. */
function sharedMistakes(operation: Operation): Query[] {
  const [field = 'id'] = textFieldsOf(operation);
  const pages = ['-1', '1.5'].flatMap((value) => [{ page_size: value }, { page_number: value }]);
  return [
    ...(takes('page_size')(operation)
      ? [{ page_size: LARGEST_PAGE + 1 }, { page_size: 'abc' }, { page_number: '0' }, ...pages]
      : []),
    ...(takes('filter')(operation)
      ? [MALFORMED_FILTERS.noOperator, NUMBER_FOR_NAME, UNKNOWN_FIELD_FILTER].map((filter) => ({ filter }))
      : []),
    ...(takes('sort')(operation) ? [UNKNOWN_FIELD_SORT, sideways(field)].map((sort) => ({ sort })) : []),
    ...(takes('fromDate')(operation) ? [{ fromDate: 'yesterday' }, { toDate: 'tomorrow' }] : []),
  ];
}

function withoutCredential(context: AskContext): Request[] {
  if (!context.target.hasCredential) return [];
  return [async () => context.ask({}, { credential: 'none', params: await anyParams(context) })];
}
