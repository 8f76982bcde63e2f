import type { Operation } from '../contract/types.js';
import type { WireForm } from '../contract/wire-form.js';
import type { Tenant } from '../generators/tenant/tenant.js';
import type { Link } from '../schemas/generated/interface.js';
import type { Guard } from './guard.js';
import type { ListCache } from './list-cache.js';
import type { Answer, BulkRequest, BulkTask, Kinds, Page, Pagination, Period, Reply, Row, Selection } from './model.js';
import type { Filter } from './query/filter.js';
import type { SortKey } from './query/sort-parser.js';
import type { TaskBoard } from './writes/task-board.js';

/** The state that all requests of one server share. */
export interface ServerState {
  /** The steps in force: the standard ones with all hooks applied. Each read of it may draw others. */
  readonly steps: Behaviour;
  readonly tenant: Tenant;
  readonly tasks: TaskBoard;
  readonly guard: Guard;
  /** Lists that were made before; `null` with hooks, which may make each one anew, unless the tenant is large. */
  readonly lists: ListCache | null;
  readonly wireForm: WireForm;
  /** The path of an operation with its parameters filled in, relative to the base URL. */
  readonly pathOf: (operationId: string, params: Readonly<Record<string, string>>) => string;
}

/** One request, with its operation and the state of the server: the last argument of every step. */
export interface Context extends ServerState {
  readonly operation: Operation;
  /** Path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** A repeated query parameter is an array. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** The path and the query as they were sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as sent; undefined until it has been read, and if there is none. */
  body?: string;
}

/**
 * Every decision of the reference as a named step. Steps call each other only through `context.steps`, so a hook that
 * replaces a step changes all of its uses. A step rejects a request by throwing a `Refusal`.
 */
export interface Behaviour {
  /** Changes the data before the first request; the only step without a context. */
  prepare(tenant: Tenant): void;
  /** Accepts a request or throws a 401; runs first, even if no route matches. */
  authorize(context: Context): void;
  /** Carries out the operation: one of `answerList`, `answerRecord`, `write`. */
  perform(context: Context): Answer;
  answerList(context: Context): Answer;
  answerRecord(context: Context): Answer;
  /** Carries out an operation that writes. */
  write(context: Context): Answer;
  /** The error response; any error other than a `Refusal` is a bug in the reference: 500. */
  refuse(error: unknown, context: Context): Answer;
  errorBody(status: number, message: string, context: Context): unknown;
  /** Serializes a response: status, headers and text. */
  respond(answer: Answer, context: Context): Reply | Promise<Reply>;

  /** The id in a path parameter, in lower case; throws if it is not a UUID. */
  readId(parameter: string, context: Context): string;
  readPaging(context: Context): Page;
  /** The filter of a list, or undefined if the request has none. */
  readFilter(context: Context): Filter | undefined;
  readSort(context: Context): readonly SortKey[];
  readDates(context: Context): Period;
  /** The body, valid against the schema of the operation. */
  readBody(context: Context): Row;
  /** Parses a filter over the records of a schema; throws a 400 if it is malformed. */
  parseFilter(text: string, schema: string, context: Context): Filter;
  parseSort(text: string, schema: string, context: Context): readonly SortKey[];

  /** A record of the tenant by id; throws a 404 if there is none. */
  find<Kind extends keyof Kinds>(kind: Kind, id: string, context: Context): Kinds[Kind];
  /** The whole list of a list operation, before filter, sort and paging. */
  collect(context: Context): readonly Row[];
  /** The record of a read operation, including KPIs and tasks. */
  read(context: Context): Row;

  matches(filter: Filter, record: Row, context: Context): boolean;
  /** Negative, zero or positive, by one key. */
  compareBy(key: SortKey, left: Row, right: Row, context: Context): number;
  /** The records in the order of the keys; unchanged without keys. */
  order(records: readonly Row[], keys: readonly SortKey[], context: Context): readonly Row[];
  paginate(records: readonly Row[], page: Page, context: Context): readonly Row[];
  paginationObject(page: Page, total: number, context: Context): Pagination;

  /** A record as it is on the wire: the fields of the schema, index-keyed where the schema requires it. */
  present(record: Row, schema: string, context: Context): Row;
  /** The links of an agreement-area list. */
  pageLinks(page: Page, total: number, context: Context): readonly Link[];
  /** The links of an agreement-area record: of a detail read by its id, or of a period. */
  recordLinks(record: Row, context: Context): readonly Link[];
  /** The link of a task reference, which points to the task. */
  referenceLinks(task: BulkTask, context: Context): readonly Link[];
  /** The link of a task, which points to the result. */
  taskLinks(task: BulkTask, context: Context): readonly Link[];

  /** The record after a merge patch; stores nothing. */
  applyPatch(record: Row, patch: Row, context: Context): Row;
  /** Stores a changed record of the operation's area. */
  save(record: Row, context: Context): void;
  /** The records that a bulk update selects, and the unknown ids in the request. */
  select(request: BulkRequest, context: Context): Selection;
  startTask(request: BulkRequest, selection: Selection, context: Context): BulkTask;
  /** Completes a task: makes its changes, then ends it. */
  completeTask(task: BulkTask, context: Context): void;
  /** The record after the flags of a bulk update. */
  applyFlags(record: Row, flags: Row, context: Context): Row;
  taskRecord(task: BulkTask, context: Context): Row;
  summaryRecord(task: BulkTask, context: Context): Row;
  /** The user ids in the path of a removal. */
  readUserIds(context: Context): readonly string[];
  /** Removes the seats of all users; if one of them has none, throws and removes none. */
  removeUsers(subscription: Kinds['subscription'], userIds: readonly string[], context: Context): void;
}

/** A change of behaviour: receives the current steps and returns their replacements. */
export type Hook = (steps: Behaviour) => Partial<Behaviour>;

/** Applies hooks from left to right; a later hook wraps the steps of an earlier one. */
export function compose(steps: Behaviour, hooks: readonly Hook[]): Behaviour {
  let current = steps;
  for (const hook of hooks) current = { ...current, ...hook(current) };
  return current;
}
