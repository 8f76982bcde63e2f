import { Answer } from '../../engine/client/answer.js';
import type { Client } from '../../engine/client/client.js';
import type { Failure } from '../../engine/client/failure.js';
import { KeptBodies } from '../../engine/client/kept-bodies.js';
import { LargeResponses } from '../../engine/client/large-responses.js';
import type { Outgoing } from '../../engine/client/outgoing.js';
import { TargetHealth } from '../../engine/client/target-health.js';

interface Given {
  readonly status?: number;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly failure?: Failure['kind'];
  readonly url?: string;
  readonly method?: string;
  readonly attempts?: number;
  readonly number?: number;
}

/** A made-up response to a GET, or a failure. */
export function answer({ status = 200, body = {}, headers = {}, failure, ...given }: Given = {}): Answer {
  const { url = 'http://h/x', method = 'GET', attempts = 1, number = 1 } = given;
  const received = { status, headers, body: Buffer.from(JSON.stringify(body)) };
  const failed = failure === undefined ? null : { kind: failure, message: `a ${failure} failure`, hint: '' };
  return new Answer({ method, url, headers: {} }, failed ? null : received, failed, 0, 1, attempts, number);
}

/** A client that sends nothing and never pauses: `respond` makes up each response. `sent` are the requests so far. */
export function fakeClient(respond: (outgoing: Outgoing) => Given): {
  readonly client: Client;
  readonly sent: string[];
} {
  const sent: string[] = [];
  const send = async (outgoing: Outgoing): Promise<Answer> => {
    const { method, path } = outgoing;
    sent.push(`${method} ${path}`);
    return answer({ method, url: `http://h${path}`, number: sent.length, ...respond(outgoing) });
  };
  const pause = async () => undefined;
  const health = new TargetHealth();
  const client = { send, pause, health, bodies: new KeptBodies(), large: new LargeResponses() };
  return { client: client as unknown as Client, sent };
}
