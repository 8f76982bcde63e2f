import type { Operation } from '../contract/types.js';
import type { WireForm } from '../contract/wire-form.js';
import type { Tenant } from '../generators/tenant/tenant.js';
import type { Link } from '../schemas/generated/interface.js';
import type { Answer, BulkRequest, BulkTask, Kinds, Page, Pagination, Period, Reply, Row, Selection } from './model.js';
import type { Filter } from './query/filter.js';
import type { SortKey } from './query/sort-parser.js';
import type { TaskBoard } from './writes/task-board.js';

/** What all requests of one server share. */
export interface ServerState {
  /** The steps in force: the standard ones with all hooks applied. */
  readonly steps: Behaviour;
  readonly tenant: Tenant;
  readonly tasks: TaskBoard;
  readonly token: string;
  readonly wireForm: WireForm;
  /** The path of an operation with its parameters filled in, relative to the base URL. */
  readonly pathOf: (operationId: string, params: Readonly<Record<string, string>>) => string;
}

/** One request, with the operation that it asks for and the state of the server. Every step gets it last. */
export interface Context extends ServerState {
  readonly operation: Operation;
  /** Path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** A repeated query parameter is an array. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as sent; undefined until it has been read, and where there is none. */
  body?: string;
}

/**
 * Every decision of the reference as a step with a name. A step never calls another one directly but through
 * `context.steps`, so a hook that replaces one step changes all of its uses. Steps refuse by throwing a `Refusal`.
 */
export interface Behaviour {
  /** Lets a request pass or throws a 401; runs before anything else, also where no route matches. */
  authorize(context: Context): void;
  /** Carries out the operation: one of `answerList`, `answerRecord`, `write`. */
  perform(context: Context): Answer;
  answerList(context: Context): Answer;
  answerRecord(context: Context): Answer;
  /** Carries out an operation that writes. */
  write(context: Context): Answer;
  /** What is answered in place of success; anything but a `Refusal` is a mistake of the reference itself: 500. */
  refuse(error: unknown, context: Context): Answer;
  errorBody(status: number, message: string, context: Context): unknown;
  /** Writes an answer down: status, headers and text. */
  respond(answer: Answer, context: Context): Reply | Promise<Reply>;

  /** The id in a path parameter, in lower case; throws where it is no UUID. */
  readId(parameter: string, context: Context): string;
  readPaging(context: Context): Page;
  /** The filter of a list, or undefined where none is asked for. */
  readFilter(context: Context): Filter | undefined;
  readSort(context: Context): readonly SortKey[];
  readDates(context: Context): Period;
  /** The body, valid against the schema of the operation. */
  readBody(context: Context): Row;
  /** Understands a filter over the records of a schema; throws a 400 where it is malformed. */
  parseFilter(text: string, schema: string, context: Context): Filter;
  parseSort(text: string, schema: string, context: Context): readonly SortKey[];

  /** A record of the tenant by id; throws a 404 where there is none. */
  find<Kind extends keyof Kinds>(kind: Kind, id: string, context: Context): Kinds[Kind];
  /** The whole list that a list operation is about, before filter, sort and paging. */
  collect(context: Context): readonly Row[];
  /** The record that a read operation is about, KPIs and tasks included. */
  read(context: Context): Row;

  matches(filter: Filter, record: Row, context: Context): boolean;
  /** Negative, zero or positive, by one key. */
  compareBy(key: SortKey, left: Row, right: Row, context: Context): number;
  /** The records in the order of the keys; without keys as they come. */
  order(records: readonly Row[], keys: readonly SortKey[], context: Context): readonly Row[];
  paginate(records: readonly Row[], page: Page, context: Context): readonly Row[];
  paginationObject(page: Page, total: number, context: Context): Pagination;

  /** A record as it is on the wire: the fields of the schema, index-keyed where the schema says so. */
  present(record: Row, schema: string, context: Context): Row;
  /** The links of an agreement-area list. */
  pageLinks(page: Page, total: number, context: Context): readonly Link[];
  /** The links of an agreement-area record: of a detail read by its id, or of a period. */
  recordLinks(record: Row, context: Context): readonly Link[];
  /** The link of a task reference, which leads to the task. */
  referenceLinks(task: BulkTask, context: Context): readonly Link[];
  /** The link of a task, which leads to the result. */
  taskLinks(task: BulkTask, context: Context): readonly Link[];

  /** The record that a merge patch makes of one; changes nothing yet. */
  applyPatch(record: Row, patch: Row, context: Context): Row;
  /** Puts a changed record of the operation's area in its place. */
  save(record: Row, context: Context): void;
  /** The records that a bulk update is about, and the given ids that are unknown. */
  select(request: BulkRequest, context: Context): Selection;
  startTask(request: BulkRequest, selection: Selection, context: Context): BulkTask;
  /** What happens when a task's time has come: its changes, then its end. */
  completeTask(task: BulkTask, context: Context): void;
  /** The record that the flags of a bulk update make of one. */
  applyFlags(record: Row, flags: Row, context: Context): Row;
  taskRecord(task: BulkTask, context: Context): Row;
  summaryRecord(task: BulkTask, context: Context): Row;
  /** The user ids in the path of a removal. */
  readUserIds(context: Context): readonly string[];
  /** Takes seats away: all of them, or, where one of the users has none, throws and takes none. */
  removeUsers(subscription: Kinds['subscription'], userIds: readonly string[], context: Context): void;
}

/** A change of behaviour: gets the steps so far and answers the ones to put in their place. */
export type Hook = (steps: Behaviour) => Partial<Behaviour>;

/** Applies hooks from left to right; a later hook wraps what an earlier one made. */
export function compose(steps: Behaviour, hooks: readonly Hook[]): Behaviour {
  let current = steps;
  for (const hook of hooks) current = { ...current, ...hook(current) };
  return current;
}
