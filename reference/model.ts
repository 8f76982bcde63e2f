import type { ServerResponse } from 'node:http';
import type { Agreement, AgreementType, Application, User } from '../generators/tenant/stored.js';
import type { Subscription } from '../generators/tenant/tenant.js';

/** A record before serialization: documented fields by name, arrays instead of index-keyed objects. */
export type Row = Readonly<Record<string, unknown>>;

/** The response of an operation before serialization; `body` is undefined if there is none. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A serialized response: the text can be anything, not only JSON; null sends no body. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string | null;
  /** Writes the response directly to the socket, for unusual or invalid HTTP; the other members are then ignored. */
  readonly write?: (response: ServerResponse) => void;
}

/** The first and the last moment of the period of a KPI, as epoch milliseconds. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The requested page of a list. */
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

/** A running or completed bulk update. Its result is empty until it is complete. */
export interface BulkTask {
  readonly id: string;
  readonly area: 'applications' | 'users';
  /** The ids of the records that it changes. */
  readonly ids: readonly string[];
  /** The unknown ids in the request. */
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

/** The selection of a bulk update. */
export interface Selection {
  readonly ids: readonly string[];
  /** The ids in the request that no record has. */
  readonly unknown: readonly string[];
}

/** What can be looked up by id, by its name in a 404 message. */
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
