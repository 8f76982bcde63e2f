import type { Operation } from '../contract/types.js';
import type { WireForm } from '../contract/wire-form.js';
import type { Tenant } from '../generators/tenant/tenant.js';
import type { Behaviour } from './behaviour.js';
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

/** Stands in for the operation where a request matches none, so that every request has a context. */
export const noOperation: Operation = {
  id: 'none',
  title: 'No operation',
  area: 'applications',
  section: 'Endpoints',
  binding: { method: 'GET', path: '' },
  parameters: [],
  success: { status: null, mediaType: null, schema: null },
  statuses: [],
};
