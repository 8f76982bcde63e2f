import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { WireForm } from '../contract/wire-form.js';
import { generateTenant } from '../generators/tenant/generate-tenant.js';
import { cloneTenant, type Sizes, type Tenant } from '../generators/tenant/tenant.js';
import type { ServerState } from './behaviour.js';
import { compose, type Hook } from './behaviour.js';
import { fixturesOf, type ReferenceFixtures } from './fixtures.js';
import { type Bindings, pathsOf, routesOf } from './routes.js';
import { createServer } from './server.js';
import { standard } from './standard.js';
import { TaskBoard } from './writes/task-board.js';

/** What a reference is made from; everything has a default. */
export interface ReferenceOptions {
  /** Makes the tenant; default 1. */
  readonly seed?: number;
  readonly sizes?: Partial<Sizes>;
  /** The bearer token to ask for. */
  readonly token?: string;
  /** How index-keyed objects are sent; default as the document writes them. */
  readonly wireForm?: WireForm;
  /** How long a bulk update runs; default 150 ms. */
  readonly taskDurationMs?: number;
  /** Added to every answer; default none. */
  readonly latencyMs?: number;
  /** Changes of behaviour, applied from left to right. */
  readonly hooks?: readonly Hook[];
  /** Methods and paths that differ from those of the contract, by operation id. */
  readonly bindings?: Bindings;
  /** A tenant to serve in place of a generated one; writes go to a clone of it. */
  readonly tenant?: Tenant;
}

/** A running implementation of the whole interface. */
export interface Reference {
  /** Also takes requests by `inject`, without a network. */
  readonly app: FastifyInstance;
  readonly token: string;
  /** The id of a sample of each kind that has rich lists, and what may be removed. */
  readonly fixtures: ReferenceFixtures;
  /** The data as it is now, writes included. */
  readonly tenant: Tenant;
  /** Starts to listen, on a free port of this machine by default; `url` is the base URL. */
  listen(options?: { readonly host?: string; readonly port?: number }): Promise<{ readonly url: string }>;
  /** Ends all connections and tasks. */
  close(): Promise<void>;
}

/** The token of an embedded reference: no secret, since it guards made-up data only. */
export const DEFAULT_TOKEN = 'reference-token';

/** Makes an implementation of the whole interface over a tenant; it does not listen yet. */
export function createReference(options: ReferenceOptions = {}): Reference {
  const { token = DEFAULT_TOKEN, wireForm = 'object', taskDurationMs = 150, latencyMs = 0, bindings = {} } = options;
  const tenant = options.tenant === undefined ? generateTenant(options) : cloneTenant(options.tenant);
  const tasks = new TaskBoard(taskDurationMs);
  const steps = compose(standard, options.hooks ?? []);
  const state: ServerState = { steps, tenant, tasks, token, wireForm, pathOf: pathsOf(bindings) };
  const app = createServer(routesOf(bindings), state, latencyMs);
  return {
    app,
    token,
    fixtures: fixturesOf(tenant),
    tenant,
    async listen({ host = '127.0.0.1', port = 0 } = {}) {
      await app.listen({ host, port });
      const { address, family, port: bound } = app.server.address() as AddressInfo;
      return { url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}` };
    },
    async close() {
      tasks.close();
      await app.close();
    },
  };
}
