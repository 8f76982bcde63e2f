import { Answer } from '../../engine/client/answer.js';
import type { Failure } from '../../engine/client/failure.js';

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
