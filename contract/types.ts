/** The four areas of the interface ("What the service does"). */
export type Area = 'applications' | 'users' | 'subscriptions' | 'agreements';

/** `must`: the document says it. `should`: readers or the HTTP RFCs expect it. `gap`: not shown, only observed. */
export type Level = 'must' | 'should' | 'gap';

export type Method = 'GET' | 'PATCH' | 'POST' | 'DELETE';

/** How an operation is reached: a method and a path template such as `api/x/{id}`, relative to the base URL. */
export interface Binding {
  readonly method: Method;
  readonly path: string;
}

/** A sample that a run needs; found by discovery where `samples.ts` says how, else given by the person. */
export type FixtureName =
  | 'applicationId'
  | 'userId'
  | 'subscriptionId'
  | 'insightRuleId'
  | 'agreementId'
  | 'contractId'
  | 'agreementTypeId'
  | 'contractTypeId';

/** A path parameter, and the fixture that fills it; `null` where only a write can make an id (tasks, summaries). */
export interface PathParameter {
  readonly name: string;
  readonly in: 'path';
  readonly type: 'string' | 'strings';
  readonly required: true;
  readonly fixture: FixtureName | null;
}

/** A query parameter with its documented type and limits; `minimum` and `maximum` are inclusive. */
export interface QueryParameter {
  readonly name: string;
  readonly in: 'query';
  readonly type: 'integer' | 'string' | 'date' | 'date-time';
  readonly required: boolean;
  readonly bits?: 32 | 64;
  readonly default?: number;
  readonly maximum?: number;
}

export type Parameter = PathParameter | QueryParameter;

/** What a request with a body sends: its media type and the schema of the body. */
export interface RequestBody {
  readonly mediaType: 'application/json' | 'application/merge-patch+json';
  readonly schema: string;
}

/** What a success answers. `status` and `schema` are `null` where the document does not show them. */
export interface Success {
  readonly status: 200 | 202 | null;
  readonly mediaType: 'application/json' | null;
  /** The schema of the whole body, by file name without `.schema.json`. */
  readonly schema: string | null;
  /** The schema of one record of a list; absent for operations that answer a single record. */
  readonly item?: string;
}

/** One documented operation: everything that its row of the "Endpoints" tables says. */
export interface Operation {
  readonly id: string;
  /** The document's own name of it. */
  readonly title: string;
  readonly area: Area;
  readonly section: string;
  readonly binding: Binding;
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  readonly success: Success;
  /** The statuses that the document lists for it. */
  readonly statuses: readonly number[];
}

/** One testable statement of the document. */
export interface Clause {
  readonly level: Level;
  /** The section of the document, as its heading path. */
  readonly section: string;
  /** The statement, in our own words. */
  readonly title: string;
  /** Why no rule covers it; a clause has this or is cited by a rule, never both. */
  readonly untested?: string;
}
