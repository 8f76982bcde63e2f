/** The four areas of the interface ("What the service does"). */
export type Area = 'applications' | 'users' | 'subscriptions' | 'agreements';

/** `must`: the document states it. `should`: clients or the HTTP RFCs expect it. `gap`: unspecified, only observed. */
export type Level = 'must' | 'should' | 'gap';

export type Method = 'GET' | 'PATCH' | 'POST' | 'DELETE';

/** Where an operation is: a method and a path template such as `api/x/{id}`, relative to the base URL. */
export interface Binding {
  readonly method: Method;
  readonly path: string;
}

/** A sample that a run needs; discovered where `samples.ts` says how, otherwise given by the user. */
export type FixtureName =
  | 'applicationId'
  | 'userId'
  | 'subscriptionId'
  | 'insightRuleId'
  | 'agreementId'
  | 'contractId'
  | 'agreementTypeId'
  | 'contractTypeId';

/**
 * What the user names only for writes. `writable...Ids`: the only records that updates may change, separated by commas;
 * without it the run chooses a few. `removable...`: what Delete subscription users may remove, and from where.
 */
export type WriteFixtureName =
  | 'writableApplicationIds'
  | 'writableUserIds'
  | 'removableSubscriptionId'
  | 'removableUserIds';

/** The ids that the user gives, by name. */
export type Fixtures = Partial<Readonly<Record<FixtureName | WriteFixtureName, string>>>;

/** A path parameter, and the fixture that fills it; `null` where only a write creates an id (tasks, summaries). */
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
  /** For a required date: how many days before today a plain request names. */
  readonly daysAgo?: number;
}

export type Parameter = PathParameter | QueryParameter;

/** What a request with a body sends: its media type and the schema of the body. */
export interface RequestBody {
  readonly mediaType: 'application/json' | 'application/merge-patch+json';
  readonly schema: string;
}

/** The response on success. `status` and `schema` are `null` where the document does not specify them. */
export interface Success {
  readonly status: 200 | 202 | null;
  readonly mediaType: 'application/json' | null;
  /** The schema of the whole body, by file name without `.schema.json`. */
  readonly schema: string | null;
  /** The schema of one record of a list; absent for operations that answer a single record. */
  readonly item?: string;
  /** The pagination object of the list has no total_items. */
  readonly uncounted?: true;
}

/** What an operation that writes does to a target: it changes records, or removes what no operation restores. */
export type Tier = 'write' | 'destroy';

/** Where the copy of a text comes from. */
export interface CopiedText {
  readonly id: string;
  /** The read of the record; its only path parameter is the id. */
  readonly read: string;
  readonly texts: readonly string[];
}

/**
 * A kind of record that operations change: how it is read and changed, and therefore how a change is undone. Operations
 * are given by their ids.
 */
export interface RecordKind {
  readonly id: string;
  /** The read of one record; its only path parameter is the id. */
  readonly read: string;
  readonly list: string;
  /** The merge patch of one record; its only path parameter is the id. */
  readonly update: string;
  /** The members of the patch as JSON Pointers, each with the field in which a read shows it. */
  readonly members: Readonly<Record<string, string>>;
  /** Fields that change along with others, such as the name of an owner with its id. */
  readonly follows: readonly string[];
  /**
   * The fields of `follows` that may be copies of a text of another record: by name, the field with the id of that record,
   * the read of it, and the texts that may be copied. A target may keep an outdated copy until the next update.
   */
  readonly copies: Readonly<Record<string, CopiedText>>;
  readonly bulk: {
    readonly operation: string;
    /** The read of the task; its only path parameter is the id. */
    readonly task: string;
    /** The flags of the body, each with the field in which a read shows it. */
    readonly flags: Readonly<Record<string, string>>;
    /** The status of a task that has succeeded. */
    readonly complete: string;
  };
  /** The fixture in which the user names the records that may be changed. */
  readonly fixture: WriteFixtureName;
}

/** What an operation removes and from where, each with its path parameter and the fixture that names it. */
export interface Removal {
  readonly operation: string;
  /** The kind of record that is removed, by its id. */
  readonly kind: string;
  /** The list of what can be removed; it has the same parameter as `from`. */
  readonly list: string;
  readonly from: { readonly parameter: string; readonly fixture: WriteFixtureName };
  readonly removed: { readonly parameter: string; readonly fixture: WriteFixtureName };
}

/** One documented operation: the content of its row in the "Endpoints" tables. */
export interface Operation {
  readonly id: string;
  /** The name in the document. */
  readonly title: string;
  readonly area: Area;
  readonly section: string;
  readonly binding: Binding;
  /** What the user must allow before a run sends it; absent for reads. */
  readonly tier?: Tier;
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
  /** Why no rule covers it; a clause either has this or is cited by a rule. */
  readonly untested?: string;
}
