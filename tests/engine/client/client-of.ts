import { onTestFinished } from 'vitest';
import { Client } from '../../../engine/client/client.js';
import type { ClientOptions } from '../../../engine/client/client-options.js';
import type { Served } from '../serve.js';

/** A client of a server; both are closed when the test ends. */
export function clientOf(served: Served, options: Partial<ClientOptions> = {}): Client {
  const client = new Client({
    origin: served.url,
    concurrency: 4,
    timeoutMs: 2000,
    userAgent: 'touchstone/9.8.7',
    ...options,
  });
  onTestFinished(async () => void (await Promise.all([client.close(), served.close()])));
  return client;
}

export const get = (client: Client, path = '/') => client.send({ method: 'GET', path, headers: {} });

export const many = (client: Client, count: number) =>
  Promise.all(Array.from({ length: count }, (_unused, index) => get(client, `/${index}`)));
