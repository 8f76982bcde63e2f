import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Dispatcher } from 'undici';
import { type Link, linkTo } from '../access/network.js';
import { proxyFor } from '../access/proxy-for.js';
import { Answer, isSuccess } from './answer.js';
import { assertJudgeable, decode, readBody } from './body.js';
import { causeOf, isGatewayError } from './cause.js';
import type { ClientOptions } from './client-options.js';
import { collectAfter } from './collect-garbage.js';
import { deadline } from './deadline.js';
import { type Failure, failureOf, INTERRUPTED, throughProxy } from './failure.js';
import { KeptBodies } from './kept-bodies.js';
import { keptHeaders } from './kept-headers.js';
import { LargeResponses } from './large-responses.js';
import { isHtml } from './other-server.js';
import type { Outgoing } from './outgoing.js';
import { type Pace, paceOf } from './pace.js';
import { isServerError, retryDelay } from './retry.js';
import { TargetHealth } from './target-health.js';
import { Throttle } from './throttle.js';
import { traceHeaders } from './trace-headers.js';
import { unlessAborted } from './unless-aborted.js';

const MAX_HEADER_BYTES = 64 * 1024;

/**
 * How long an unresponsive target is probed, in milliseconds, and the first pause; each pause is twice the one before.
 */
const PROBED_MS = 4000;
const FIRST_PAUSE_MS = 250;
/** The longest pause while a run waits for a target that is starting, in milliseconds. */
const LONGEST_PAUSE_MS = 2000;

/**
 * The recording client: one connection pool and one concurrency limit for the whole run, optional requests per second,
 * timeouts, a limit on the body size. It never throws because of the target, and follows no redirects.
 */
export class Client {
  /** The id of the run, in the baggage of every request. */
  readonly traceId = randomBytes(16).toString('hex');
  readonly counts = { sent: 0, retried: 0, failed: 0, gatewayErrors: 0 };
  /** Whether the target is still there. */
  readonly health = new TargetHealth();
  /** The bodies that the sessions of the run keep. */
  readonly bodies = new KeptBodies();
  readonly large = new LargeResponses();
  readonly #options: ClientOptions;
  readonly #signal: AbortSignal | undefined;
  readonly #link: Link;
  /** Connections without the client certificate, made when a request first needs one. */
  #bare: Link | null = null;
  readonly #limit: ReturnType<typeof pLimit>;
  readonly #throttle: Throttle;
  readonly #pace: Pace;
  /** The rate limit for requests that are still sent after an interrupt. */
  readonly #lastPace: Pace;
  /** The first read that succeeded, which is used as the probe. */
  #firstGood: Outgoing | null = null;
  #probing: Promise<void> | null = null;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#signal = options.signal && AbortSignal.any([options.signal]);
    // Every request in flight or waiting adds a listener.
    if (this.#signal !== undefined) setMaxListeners(0, this.#signal);
    this.#limit = pLimit(options.concurrency);
    this.#throttle = new Throttle(this.#limit);
    this.#link = this.#linkTo(true);
    this.#pace = options.pace ?? paceOf(options.rps, this.#signal);
    this.#lastPace = paceOf(options.rps);
  }

  /**
   * Sends a request when its turn comes; connection errors, 429, 500 and gateway errors are retried within limits. Throws
   * for a request that the run does not allow: every request passes through here. Once the target is gone, only
   * unstoppable requests are sent.
   */
  async send(outgoing: Outgoing): Promise<Answer> {
    this.#assertAllowed(outgoing);
    const answer = await this.#exchange(outgoing);
    if (answer.status === 200 && outgoing.method === 'GET' && outgoing.uncredentialed !== true && !isHtml(answer)) {
      this.#firstGood ??= outgoing;
    }
    this.#options.onAnswer?.(answer);
    return answer;
  }

  /** Gives the target time to change, in milliseconds; a recording does not change. */
  async pause(ms: number): Promise<void> {
    if (this.#options.offline !== true) await sleep(ms);
  }

  /** Sends the first read that succeeded again; `null` if none did, or if the run is interrupted. */
  async probe(): Promise<Answer | null> {
    if (this.#firstGood === null || this.#signal?.aborted) return null;
    if (!this.health.isDead) return this.#exchange(this.#firstGood);
    return this.#attempt(this.#firstGood, 1);
  }

  /**
   * Sends a GET without a credential until the target responds with anything but a gateway error, for up to `maxMs`.
   * Returns the time in whole seconds; `null` if the target did not respond.
   */
  async untilAnswering(path: string, maxMs: number): Promise<number | null> {
    const start = performance.now();
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const answer = await this.#attempt({ method: 'GET', path, headers: {}, uncredentialed: true }, 1);
      const waited = performance.now() - start;
      if (answer.failure === null && !isGatewayError(answer.status)) return Math.round(waited / 1000);
      if (this.#signal?.aborted || waited + pause > maxMs) return null;
      await sleep(pause, undefined, this.#signal && { signal: this.#signal }).catch(() => undefined);
    }
  }

  /** Waits while the target is being probed after too many consecutive failures. */
  async #probed(): Promise<void> {
    if (this.health.isSuspicious && this.#firstGood !== null) {
      this.#probing ??= this.#probeWhileGone(this.#firstGood).finally(() => {
        this.#probing = null;
      });
    }
    await this.#probing;
  }

  /** Probes a target that may be restarting; if it does not recover in time, it is considered gone. */
  async #probeWhileGone(outgoing: Outgoing): Promise<void> {
    const start = performance.now();
    for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
      const answer = await this.#attempt(outgoing, 1);
      this.health.recordAttempt(answer, true);
      if (causeOf(answer) === null) return;
      if (performance.now() - start + pause > PROBED_MS) break;
      await sleep(pause, undefined, this.#signal && { signal: this.#signal }).catch(() => undefined);
    }
    this.health.markDead();
  }

  #unsent({ method, path, headers, body }: Outgoing): Answer {
    const request = { method, url: `${this.#options.origin}${path}`, headers, ...(body !== undefined && { body }) };
    return new Answer(request, null, this.health.goneFailure, Date.now(), 0, 0);
  }

  async #exchange(outgoing: Outgoing): Promise<Answer> {
    const signal = outgoing.unstoppable === true ? undefined : this.#signal;
    const given = outgoing.uncredentialed !== true;
    let first: Answer | undefined;
    let last: Answer | undefined;
    let isRenewed = false;
    for (let attempt = 1; ; attempt += 1) {
      const next = await this.#limit(() => this.#attemptInTurn(outgoing, attempt));
      if (next.attempts > 0) this.#options.onAttempt?.(next);
      // The earlier failure says more than that the retry was not sent.
      const answer = next.attempts === 0 ? (last ?? next) : next;
      first ??= answer;
      last = answer;
      if (next.attempts > 0 && !isRenewed && (await this.#isRenewed(next, given, signal))) {
        isRenewed = true;
        this.counts.retried += 1;
        continue;
      }
      if (isRenewed && next.attempts > 0) this.#options.tokens?.recordRenewed(next.status !== 401);
      if (next.attempts > 0 && isGatewayError(next.status)) this.counts.gatewayErrors += 1;
      const throttled = next.attempts > 0 && this.#throttle.shouldRetry(next, attempt);
      const delay = throttled ? 0 : retryDelay(answer, attempt);
      if (!throttled) this.health.recordAttempt(next, given);
      if (outgoing.unstoppable !== true) await this.#probed();
      if (delay === null || outgoing.once === true || signal?.aborted || this.health.isDead) {
        this.health.recordFailure(answer, given, first);
        answer.hasPassed = isServerError(first) && isSuccess(answer);
        return answer;
      }
      this.counts.retried += 1;
      if (!throttled) await sleep(delay, undefined, signal && { signal }).catch(() => undefined);
    }
  }

  /**
   * Whether a 401 rejected a token for which there is a new one now; the request was not carried out, so it is sent
   * again, a write too. If the token cannot be renewed, nothing more can be tested.
   */
  async #isRenewed(answer: Answer, given: boolean, signal: AbortSignal | undefined): Promise<boolean> {
    const { tokens } = this.#options;
    if (!given || answer.status !== 401 || !tokens) return false;
    const renewal = tokens.renew((answer.request.headers.authorization ?? '').replace(/^Bearer /, ''));
    const isNew = await unlessAborted(renewal, signal).catch(() => false);
    if (!isNew && tokens.failure !== null) this.health.markRejected(answer, tokens.failure);
    return isNew;
  }

  async close(): Promise<void> {
    await Promise.all([this.#link, this.#bare].map((link) => link?.close()));
  }

  #linkTo(certified: boolean): Link {
    const { origin, network = {}, concurrency, timeoutMs, interceptors = [] } = this.#options;
    const link = linkTo(origin, network, certified, {
      connections: concurrency,
      timeoutMs,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    return { ...link, dispatcher: link.dispatcher.compose([...interceptors]) };
  }

  /** The connections for a request: without the client certificate, or with it. */
  #linkFor({ uncertified = false }: Outgoing): Link {
    if (!uncertified) return this.#link;
    this.#bare ??= this.#linkTo(false);
    return this.#bare;
  }

  #assertAllowed({ method, path, tier }: Outgoing): void {
    if (tier === undefined ? method === 'GET' : this.#options.tiers?.has(tier)) return;
    throw new Error(`${method} ${path} writes, and this run does not allow writes`);
  }

  /** Waits while the target is probed, and sends nothing once it is gone. */
  async #attemptInTurn(outgoing: Outgoing, attempt: number): Promise<Answer> {
    if (outgoing.unstoppable === true) return this.#attempt(outgoing, attempt);
    await this.#probed();
    if (!this.health.isDead) return this.#attempt(outgoing, attempt);
    // Yield, so that a loop of requests does not starve timers and signals.
    await setImmediate();
    return this.#unsent(outgoing);
  }

  async #attempt(outgoing: Outgoing, attempt: number): Promise<Answer> {
    const { method, path, headers, body: text } = outgoing;
    const { origin, userAgent, timeoutMs } = this.#options;
    const signal = outgoing.unstoppable === true ? undefined : this.#signal;
    const sent: Record<string, string> = {
      'user-agent': userAgent,
      ...traceHeaders({ ...outgoing, run: this.traceId }),
      accept: 'application/json',
      ...headers,
    };
    const request = { method, url: `${origin}${path}`, headers: sent, ...(text !== undefined && { body: text }) };
    let startedAt = Date.now();
    let start = performance.now();
    let answering = false;
    let number = 0;
    const limit = deadline(signal);
    try {
      await this.#turn(signal);
      // A request may have waited for its turn for longer than a token is valid.
      const tokens = outgoing.uncredentialed === true ? null : (this.#options.tokens ?? null);
      const token = tokens === null ? undefined : await unlessAborted(tokens.ready(), signal);
      if (token !== undefined) sent.authorization = `Bearer ${token}`;
      startedAt = Date.now();
      start = performance.now();
      this.counts.sent += 1;
      number = this.counts.sent;
      limit.start(timeoutMs);
      const response = await this.#linkFor(outgoing).dispatcher.request({
        origin,
        method: method as Dispatcher.HttpMethod,
        path,
        headers: sent,
        ...(text !== undefined && { body: text }),
        signal: limit.signal,
      });
      answering = true;
      const kept = keptHeaders(response.headers);
      const { 'content-encoding': coding, 'content-length': length } = kept;
      const body = await decode(await readBody(response.body, start + timeoutMs, length), coding);
      collectAfter(body.length);
      assertJudgeable(body);
      const received = { status: response.statusCode, headers: kept, body };
      return new Answer(request, received, null, startedAt, performance.now() - start, attempt, number);
    } catch (error) {
      this.counts.failed += 1;
      const failure = signal?.aborted
        ? INTERRUPTED
        : withoutCertificate(this.#failureOf(this.#linkFor(outgoing).errorBehind(error), answering), outgoing);
      return new Answer(request, null, failure, startedAt, performance.now() - start, attempt, number);
    } finally {
      limit.end();
    }
  }

  #failureOf(error: unknown, answering: boolean): Failure {
    const { origin, network } = this.#options;
    return throughProxy(failureOf(error, answering), proxyFor(new URL(origin), network?.proxies));
  }

  /** Waits for the rate limit, and for the end of a pause after a 429. */
  async #turn(signal: AbortSignal | undefined): Promise<void> {
    const pace = () => (this.#signal?.aborted ? this.#lastPace() : this.#pace());
    signal?.throwIfAborted();
    // An interrupt clears the queue; unstoppable requests are queued again.
    await pace().catch((error: unknown) => (signal === undefined ? this.#lastPace() : Promise.reject(error)));
    for (let pause = this.#throttle.pauseMs; pause > 0; pause = this.#throttle.pauseMs) {
      await sleep(pause, undefined, signal && { signal });
      await pace();
    }
  }
}

/** A TLS failure of a request that deliberately has no client certificate is the refusal that was tested for. */
function withoutCertificate(failure: Failure, { uncertified = false }: Outgoing): Failure {
  return uncertified && failure.kind === 'tls' ? { ...failure, kind: 'uncertified' } : failure;
}
