import { check } from '../../conformance/check.js';
import type { CheckOptions } from '../../engine/target/options.js';
import { createReference, type ReferenceOptions } from '../../reference/index.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';

/** The replacement of a response: a status, or a connection error. */
export type Failure = number | 'reset' | 'hang' | 'close' | Page;

/** A response of another server. */
interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

interface Given {
  readonly reference?: ReferenceOptions;
  readonly options?: CheckOptions;
  /** The data of another reference take the place of its own after this number of requests. */
  readonly otherDataAfter?: number;
  /** Returns the replacement for a request, by its number from 1 and its path; `null` for the normal response. */
  readonly fail?: (request: { readonly count: number; readonly url: string }) => Failure | null;
}

const SMALL = { applications: 12, users: 60, subscriptions: 6, agreements: 9, contracts: 9 };

/** Checks a small reference that fails some requests; `close` closes the port permanently. */
export async function checkFailing({
  reference = {},
  options = {},
  otherDataAfter,
  fail = () => null,
}: Given): Promise<RunReport> {
  const server = createReference({ sizes: SMALL, ...reference });
  const other = createReference({ sizes: SMALL, ...reference, seed: 2 });
  let count = 0;
  server.app.addHook('onRequest', async (request, reply) => {
    count += 1;
    if (count > (otherDataAfter ?? Number.POSITIVE_INFINITY)) {
      const headers = { ...request.headers, authorization: `Bearer ${other.token}` };
      const {
        statusCode,
        headers: own,
        payload,
      } = await other.app.inject({ method: 'GET', url: request.url, headers });
      return reply.code(statusCode).headers(own).send(payload);
    }
    const how = fail({ count, url: request.url });
    if (how === null) return undefined;
    if (how === 'hang') return new Promise(() => undefined);
    if (typeof how === 'object') return reply.code(how.status).headers(how.headers).send('<!doctype html><p>Soon');
    if (typeof how === 'number')
      return reply
        .code(how)
        .header('retry-after', '0')
        .send({ error: { message: 'no' } });
    if (how === 'close') server.app.server.close();
    request.raw.socket.resetAndDestroy();
    return reply.hijack();
  });
  try {
    const { url } = await server.listen();
    const { token, fixtures } = server;
    return await check({ baseUrl: url, token, fixtures }, { seed: 1, timeoutMs: 10_000, ...options });
  } finally {
    for (const one of [server, other]) await one.close().catch(() => undefined);
  }
}
