import { setMaxListeners } from 'node:events';
import { vi } from 'vitest';
import { described } from '../../../../conformance/interface.js';
import { operations } from '../../../../contract/operations/index.js';
import { Answer } from '../../../../engine/client/answer.js';
import type { Client } from '../../../../engine/client/client.js';
import { type Failure, INTERRUPTED } from '../../../../engine/client/failure.js';
import { KeptBodies } from '../../../../engine/client/kept-bodies.js';
import { LargeResponses } from '../../../../engine/client/large-responses.js';
import type { Outgoing } from '../../../../engine/client/outgoing.js';
import { TargetHealth } from '../../../../engine/client/target-health.js';
import { plan } from '../../../../engine/run/plan.js';
import { type RunOutcome, run } from '../../../../engine/run/run.js';
import { AnswerTimes } from '../../../../engine/session/answer-times.js';
import { loadValidators } from '../../../../engine/session/validation.js';
import type { CheckOptions } from '../../../../engine/target/options.js';
import { resolveTarget } from '../../../../engine/target/target.js';
import { beginWrites } from '../../../../engine/writes/begin.js';
import type { JournalState } from '../../../../engine/writes/journal-state.js';
import { suites } from '../../../../suites/index.js';
import { type Choices, choicesOf } from './choices.js';
import { type Random, randomOf } from './random.js';
import { type SimulatedTarget, SimulatedTarget as Target } from './simulated-target.js';

const ORIGIN = 'http://simulated.test';
const TIMEOUT: Failure = { kind: 'timeout', message: 'no response in time', hint: '' };
/** The operations that write, and those that read what only a write makes. */
const WRITES = ['updateUser', 'bulkUpdateUsers', 'getUsersTask', 'getBulkUpdateUsersSummary'];

/** What may go wrong between a run and its target; `null` passes the request on. */
export type Disturbance = (
  request: Outgoing,
  target: SimulatedTarget,
  at: number,
) => Answer['failure'] | number | 'hang' | null;

/** How a simulated run is set up. */
export interface Setup {
  readonly seed: number;
  readonly choices?: Partial<Choices>;
  readonly options?: CheckOptions;
  readonly disturbance?: Disturbance;
  /** The rules, if they are not those of the suites. */
  readonly rules?: Parameters<typeof plan>[0];
  /** Virtual milliseconds after which the run is interrupted. */
  readonly interruptAfterMs?: number;
  /** Virtual milliseconds after which the run is stopped as by its failures. */
  readonly stopAfterMs?: number;
}

/** What came of a simulated run. */
export interface Simulated {
  readonly outcome: RunOutcome;
  readonly target: SimulatedTarget;
  /** The ids of the users that are not as they were. */
  readonly changed: readonly string[];
  readonly journal: JournalState;
  readonly requests: number;
  /** Virtual milliseconds. */
  readonly durationMs: number;
}

/**
 * Runs the checks that write to users against a target in memory under a virtual clock: the same seed gives the same
 * target, the same latencies and the same order of everything.
 */
export async function simulate(setup: Setup): Promise<Simulated> {
  // Loaded before the clock is virtual: files are read in real time.
  await loadValidators('object');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  try {
    return await simulated(setup);
  } finally {
    vi.useRealTimers();
  }
}

async function simulated({
  seed,
  choices,
  options,
  disturbance,
  rules,
  interruptAfterMs,
  stopAfterMs,
}: Setup): Promise<Simulated> {
  const random = randomOf(seed);
  const start = performance.now();
  const now = () => performance.now() - start;
  const target = new Target({ ...choicesOf(random), ...choices }, random, now);
  const before = new Map(target.users.map((user) => [user.id, user]));
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  if (interruptAfterMs !== undefined) setTimeout(() => controller.abort(), interruptAfterMs);
  const stopper = new AbortController();
  const stop = AbortSignal.any([controller.signal, stopper.signal]);
  setMaxListeners(0, stop);
  if (stopAfterMs !== undefined) setTimeout(() => stopper.abort(), stopAfterMs);
  const given = {
    allowWrites: true,
    consistencyWindowMs: 2000,
    taskTimeoutMs: 10_000,
    operations: WRITES,
    signal: controller.signal,
    ...options,
  };
  const resolved = resolveTarget({ baseUrl: ORIGIN, token: 'simulated' }, operations);
  const writes = await beginWrites(resolved, given, true);
  const link = new SimulatedClient(target, random, now, stop, disturbance);
  let outcome: RunOutcome | undefined;
  let failure: unknown;
  const running = run({
    target: resolved,
    client: link as unknown as Client,
    described,
    checks: plan(rules ?? suites, given),
    writes,
    seed,
    times: new AnswerTimes(),
    budget: 'standard',
    signal: controller.signal,
    stop,
  }).then(
    (value) => {
      outcome = value;
    },
    (error: unknown) => {
      failure = error;
    },
  );
  const deadline = now() + 20 * 60_000;
  while (outcome === undefined && failure === undefined && now() < deadline) await vi.advanceTimersToNextTimerAsync();
  const durationMs = now();
  // What is still under way on the target comes to its end.
  await vi.advanceTimersByTimeAsync(60_000);
  if (outcome === undefined)
    throw failure ?? new Error(`the run has not ended after ${deadline} ms, ${link.counts.sent} requests`);
  await running;
  return {
    outcome,
    target,
    changed: target.users
      .filter((user) => JSON.stringify(user) !== JSON.stringify(before.get(user.id)))
      .map(({ id }) => id),
    journal: (writes as NonNullable<typeof writes>).journal.state,
    requests: link.counts.sent,
    durationMs,
  };
}

/** Sends requests to a simulated target; each takes its time both ways. */
class SimulatedClient {
  readonly counts = { sent: 0, retried: 0, failed: 0, gatewayErrors: 0 };
  readonly health = new TargetHealth();
  readonly bodies = new KeptBodies();
  readonly large = new LargeResponses();
  readonly traceId = '';

  constructor(
    private readonly target: SimulatedTarget,
    private readonly random: Random,
    private readonly now: () => number,
    private readonly signal: AbortSignal,
    private readonly disturbance: Disturbance = () => null,
  ) {}

  async send(outgoing: Outgoing): Promise<Answer> {
    const { method, path, headers, body } = outgoing;
    const request = { method, url: `${ORIGIN}${path}`, headers, ...(body !== undefined && { body }) };
    const startedAt = this.now();
    const isOver = () => this.signal.aborted && outgoing.unstoppable !== true;
    const aborted = () => new Answer(request, null, INTERRUPTED, startedAt, this.now() - startedAt, 1);
    if (isOver()) return aborted();
    this.counts.sent += 1;
    await this.#travel();
    const disturbed = this.disturbance(outgoing, this.target, this.now());
    if (disturbed === 'hang') await this.#hang(outgoing.unstoppable === true);
    if (isOver()) return aborted();
    const reply =
      disturbed === null
        ? this.target.handle(method, path, headers, body)
        : typeof disturbed === 'number'
          ? { status: disturbed }
          : null;
    await this.#travel();
    const durationMs = this.now() - startedAt;
    if (reply === null)
      return new Answer(
        request,
        null,
        disturbed === 'hang' ? TIMEOUT : (disturbed as Answer['failure']),
        startedAt,
        durationMs,
        1,
      );
    const received = {
      status: reply.status,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(reply.body === undefined ? '' : JSON.stringify(reply.body)),
    };
    return new Answer(request, received, null, startedAt, durationMs, 1);
  }

  /** The target is probed by what is checked alone. */
  async probe(): Promise<null> {
    return null;
  }

  /** Waits under the virtual clock. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms));
  }

  /** Takes until the time-out, or until an interrupt where the request may be stopped. */
  #hang(unstoppable: boolean): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, 30_000);
      if (!unstoppable) this.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  #travel(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, 1 + this.random() * this.target.choices.latencyMs));
  }
}
