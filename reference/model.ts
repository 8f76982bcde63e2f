import type { ServerResponse } from 'node:http';
import type { Agreement, AgreementType, Application, User } from '../generators/tenant/stored.js';
import type { Subscription } from '../generators/tenant/tenant.js';

/** A record on its way to the caller: documented fields by name, arrays in place of index-keyed objects. */
export type Row = Readonly<Record<string, unknown>>;

/** What an operation answers, before it is written down; `body` is undefined where there is none. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What is sent, as it is: the text can be anything, JSON or not; null sends no body. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string | null;
  /** Writes the answer past the framework, for what bends HTTP or breaks it; the rest is then not sent. */
  readonly write?: (response: ServerResponse) => void;
}

/** The first and the last moment of a period that a KPI is asked for, as epoch milliseconds. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** What part of a list is asked for. */
export interface Page {
  /** Counted from 1; may be larger than a number can hold exactly. */
  readonly number: bigint;
  readonly size: number;
}

export interface Pagination {
  readonly page_size: number;
  readonly page_number: number | bigint;
  readonly total_pages: number;
  readonly total_items?: number;
}

/** A bulk update under way or done. Its result is empty until it is complete. */
export interface BulkTask {
  readonly id: string;
  readonly area: 'applications' | 'users';
  /** The ids of the records that it changes. */
  readonly ids: readonly string[];
  /** The ids that it was given and that are unknown. */
  readonly failed: readonly string[];
  /** The flags to set, by their names in the request. */
  readonly flags: Row;
  status: 'Running' | 'Complete' | 'Failed';
}

/** The body of a bulk update. */
export interface BulkRequest {
  readonly scope: string;
  readonly ids?: readonly string[];
  readonly filter?: string;
  readonly body: Row;
}

/** What a bulk update is about. */
export interface Selection {
  readonly ids: readonly string[];
  /** The given ids that no record has. */
  readonly unknown: readonly string[];
}

/** What can be looked up by its id, by the name that a 404 gives it. */
export interface Kinds {
  readonly application: Application;
  readonly user: User;
  readonly subscription: Subscription;
  readonly agreement: Agreement;
  readonly 'agreement type': AgreementType;
  readonly contract: Agreement;
  readonly 'contract type': AgreementType;
  readonly task: BulkTask;
}
