import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import pThrottle from 'p-throttle';
import { type Dispatcher, Pool } from 'undici';
import { Answer } from './answer.js';
import { decode, readBody } from './body.js';
import { failureOf, INTERRUPTED } from './failure.js';
import { retryDelay } from './retry.js';
import { Throttle } from './throttle.js';

const MAX_HEADER_BYTES = 64 * 1024;

/** Requests in a row without an answer after which none is tried again. */
const AWAY = 30;

export interface ClientOptions {
  readonly origin: string;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly rps?: number;
  readonly signal?: AbortSignal;
}

/** A request of the run: `path` is absolute and carries its encoded query. */
export interface Outgoing {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The recording client: one pool and one limit of requests in flight for the whole run, optional requests per second,
 * time-outs, a cap on the body. It never throws for what the target does, and follows no redirect.
 */
export class Client {
  readonly traceId = randomBytes(16).toString('hex');
  readonly counts = { sent: 0, retried: 0, failed: 0 };
  readonly #options: ClientOptions;
  readonly #signal: AbortSignal | undefined;
  readonly #pool: Dispatcher;
  readonly #limit: ReturnType<typeof pLimit>;
  #away = 0;
  readonly #throttle: Throttle;
  readonly #pace: () => Promise<unknown>;
  readonly #spanPrefix = randomBytes(4).toString('hex');
  #spans = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#signal = options.signal && AbortSignal.any([options.signal]);
    // Every request in flight listens to it, and so does every one that waits.
    if (this.#signal !== undefined) setMaxListeners(0, this.#signal);
    this.#limit = pLimit(options.concurrency);
    this.#throttle = new Throttle(this.#limit);
    this.#pool = new Pool(options.origin, {
      connections: options.concurrency,
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
      connect: { timeout: options.timeoutMs },
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    const turn = async () => undefined;
    this.#pace =
      options.rps === undefined
        ? turn
        : pThrottle({ limit: 1, interval: 1000 / options.rps, ...(this.#signal && { signal: this.#signal }) })(turn);
  }

  /** Sends a request when its turn comes; connection errors, 429 and 503 are tried again within bounds. */
  async send(outgoing: Outgoing): Promise<Answer> {
    const signal = this.#signal;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#limit(() => this.#attempt(outgoing, attempt));
      const throttled = this.#throttle.takes(answer, attempt);
      const delay = throttled ? 0 : this.#retryDelay(answer, attempt);
      if (delay === null || signal?.aborted) return answer;
      this.counts.retried += 1;
      if (!throttled) await sleep(delay, undefined, signal && { signal }).catch(() => undefined);
    }
  }

  /** An id that no other request of this client has; a random one for each request would cost more than the request. */
  #nextSpanId(): string {
    this.#spans += 1;
    return this.#spanPrefix + this.#spans.toString(16).padStart(8, '0');
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  /** As `retryDelay`; a target that has been away for many requests in a row is not tried again for each. */
  #retryDelay(answer: Answer, attempt: number): number | null {
    const delay = retryDelay(answer, attempt);
    this.#away = delay === null && answer.failure === null && answer.status !== 503 ? 0 : this.#away + 1;
    return this.#away > AWAY ? null : delay;
  }

  async #attempt({ method, path, headers }: Outgoing, attempt: number): Promise<Answer> {
    const { origin, userAgent, timeoutMs } = this.#options;
    const signal = this.#signal;
    const sent = {
      'user-agent': userAgent,
      traceparent: `00-${this.traceId}-${this.#nextSpanId()}-01`,
      accept: 'application/json',
      ...headers,
    };
    const request = { method, url: `${origin}${path}`, headers: sent };
    let startedAt = Date.now();
    let start = performance.now();
    let answering = false;
    try {
      await this.#turn();
      startedAt = Date.now();
      start = performance.now();
      this.counts.sent += 1;
      const response = await this.#pool.request({
        method: method as Dispatcher.HttpMethod,
        path,
        headers: sent,
        ...(signal && { signal }),
      });
      answering = true;
      const flat = flatten(response.headers);
      const body = await decode(await readBody(response.body, start + timeoutMs), flat['content-encoding']);
      const received = { status: response.statusCode, headers: flat, body };
      return new Answer(request, received, null, startedAt, performance.now() - start, attempt);
    } catch (error) {
      this.counts.failed += 1;
      const failure = signal?.aborted ? INTERRUPTED : failureOf(error, answering);
      return new Answer(request, null, failure, startedAt, performance.now() - start, attempt);
    }
  }

  /** Waits for the pace of the run, and for the end of a pause that a 429 has asked for. */
  async #turn(): Promise<void> {
    const signal = this.#signal;
    signal?.throwIfAborted();
    await this.#pace();
    for (let pause = this.#throttle.pauseMs; pause > 0; pause = this.#throttle.pauseMs) {
      await sleep(pause, undefined, signal && { signal });
      await this.#pace();
    }
  }
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const entries = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]));
}
