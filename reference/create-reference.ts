import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { WireForm } from '../contract/wire-form.js';
import { generateTenant, isLargeTenant } from '../generators/tenant/generate-tenant.js';
import { cloneTenant, type Sizes, type Tenant } from '../generators/tenant/tenant.js';
import type { ServerState } from './behaviour.js';
import { compose, type Hook } from './behaviour.js';
import type { Certificates } from './certificates.js';
import { fixturesOf, type ReferenceFixtures } from './fixtures.js';
import { type Credential, guardOf, IssuedTokens } from './guard.js';
import { ListCache } from './list-cache.js';
import { type Bindings, pathsOf, routesOf } from './routes.js';
import { createServer } from './server.js';
import { factoryOf } from './server-factory.js';
import { standard } from './standard.js';
import { TaskBoard } from './writes/task-board.js';

/** The options of a reference; all have defaults. */
export interface ReferenceOptions {
  /** The seed of the generated tenant; default 1. */
  readonly seed?: number;
  readonly sizes?: Partial<Sizes>;
  /** The bearer token to require. */
  readonly token?: string;
  /** Another credential to require. */
  readonly credential?: Credential;
  /** Serves HTTPS with these certificates; `mutual` requires a client certificate too. */
  readonly tls?: { readonly certificates: Certificates; readonly mutual: boolean };
  /** How index-keyed objects are sent; default as documented. */
  readonly wireForm?: WireForm;
  /** How long a bulk update runs; default 150 ms. */
  readonly taskDurationMs?: number;
  /** Added to every response; default none. */
  readonly latencyMs?: number;
  /** Changes of behaviour, applied from left to right. */
  readonly hooks?: readonly Hook[];
  /** Further hooks that change from request to request; they must not change what is stored. */
  readonly drawn?: () => readonly Hook[];
  /** Methods and paths that differ from those of the contract, by operation id. */
  readonly bindings?: Bindings;
  /** A tenant to serve instead of a generated one; writes change a clone of it. */
  readonly tenant?: Tenant;
}

/** A running implementation of the whole interface. */
export interface Reference {
  /** Also accepts requests by `inject`, without a network. */
  readonly app: FastifyInstance;
  readonly token: string;
  /** The id of a sample of each kind with rich lists, and the users that may be removed. */
  readonly fixtures: ReferenceFixtures;
  /** The current data, including writes. */
  readonly tenant: Tenant;
  /** Starts to listen, by default on a free local port; `url` is the base URL. */
  listen(options?: { readonly host?: string; readonly port?: number }): Promise<{ readonly url: string }>;
  /** Closes all connections and stops all tasks. */
  close(): Promise<void>;
}

/** The token of an embedded reference; not a secret, because it protects only generated data. */
export const DEFAULT_TOKEN = 'reference-token';

/** Creates an implementation of the whole interface over a tenant; it does not listen yet. */
export function createReference(options: ReferenceOptions = {}): Reference {
  const { token = DEFAULT_TOKEN, wireForm = 'object', taskDurationMs = 150, latencyMs = 0, bindings = {} } = options;
  const tenant = options.tenant === undefined ? generateTenant(options) : cloneTenant(options.tenant);
  const tasks = new TaskBoard(taskDurationMs);
  const { hooks = [] } = options;
  const steps = compose(standard, hooks);
  steps.prepare(tenant);
  const credential = options.credential ?? { kind: 'bearer', token };
  const issued = credential.kind === 'oauth2' ? new IssuedTokens(credential.lifetimeMs) : null;
  const guard = guardOf(credential, issued);
  const { drawn } = options;
  const state: ServerState = {
    get steps() {
      return drawn === undefined ? steps : compose(steps, drawn());
    },
    tenant,
    tasks,
    guard,
    lists: (hooks.length === 0 && drawn === undefined) || isLargeTenant(tenant) ? new ListCache(tenant) : null,
    wireForm,
    pathOf: pathsOf(bindings),
  };
  const app = createServer(routesOf(bindings), state, latencyMs, factoryOf(options.tls, credential, issued));
  return {
    app,
    token,
    fixtures: fixturesOf(tenant),
    tenant,
    async listen({ host = '127.0.0.1', port = 0 } = {}) {
      await app.listen({ host, port });
      const { address, family, port: bound } = app.server.address() as AddressInfo;
      return {
        url: `${options.tls === undefined ? 'http' : 'https'}://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
      };
    },
    async close() {
      tasks.close();
      await app.close();
    },
  };
}
