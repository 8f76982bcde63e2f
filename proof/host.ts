import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Reference } from '../reference/index.js';

const MAX_HEADER_BYTES = 128 * 1024;

/** A reference that is served under its own prefix until it is removed. */
export interface Hosted {
  readonly url: string;
  remove(): Promise<void>;
}

/**
 * Serves many references on one port, each under its own path prefix, because a listener for each mutant would cost more
 * than the mutant. A reference gets its prefix in `x-forwarded-prefix`, as behind a proxy.
 */
export class Host {
  readonly #server: Server;
  readonly #references = new Map<string, Reference>();
  #count = 0;

  private constructor() {
    this.#server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: 60_000 }, (request, response) => {
      const [, prefix = '', rest = '/'] = /^(\/[^/?]*)(.*)$/.exec(request.url ?? '') ?? [];
      const reference = this.#references.get(prefix);
      if (reference === undefined) return response.writeHead(410).end();
      request.url = rest;
      request.headers['x-forwarded-prefix'] = prefix;
      reference.app.routing(request, response);
    });
  }

  /** A host that listens on a free port of this machine. */
  static async start(): Promise<Host> {
    const host = new Host();
    await new Promise<void>((resolve) => host.#server.listen(0, '127.0.0.1', resolve));
    return host;
  }

  async add(reference: Reference): Promise<Hosted> {
    await reference.app.ready();
    this.#count += 1;
    const prefix = `/${this.#count}`;
    this.#references.set(prefix, reference);
    const { port } = this.#server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}${prefix}`,
      remove: async () => {
        this.#references.delete(prefix);
        await reference.close();
      },
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
