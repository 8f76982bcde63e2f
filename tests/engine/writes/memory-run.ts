import { afterEach, beforeEach, vi } from 'vitest';
import { described } from '../../../conformance/interface.js';
import { operations } from '../../../contract/operations/index.js';
import { recordKinds } from '../../../contract/record-kinds.js';
import type { RecordKind } from '../../../contract/types.js';
import type { Outgoing } from '../../../engine/client/outgoing.js';
import { unboundedLedger } from '../../../engine/session/request-ledger.js';
import { Session } from '../../../engine/session/session.js';
import { World } from '../../../engine/session/world.js';
import { resolveTarget } from '../../../engine/target/target.js';
import { beginWrites } from '../../../engine/writes/begin.js';
import { WriteCoordinator } from '../../../engine/writes/write-coordinator.js';
import type { Writes } from '../../../engine/writes/writes.js';
import { fakeClient } from '../answers.js';
import { type Choices, choicesOf } from './simulation/choices.js';
import { randomOf } from './simulation/random.js';
import { SimulatedTarget } from './simulation/simulated-target.js';

export const kind = recordKinds.find(({ id }) => id === 'user') as RecordKind;
export const flags = { isOnline: false, isInReview: false, isQualified: false } as const;

/** Runs the tests of a file under a virtual clock. */
export function virtualClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** The result of a step, for which as much virtual time passes as it needs; it throws what the step throws. */
export async function inVirtualTime<Value>(step: Promise<Value>): Promise<Value> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  step.then(end, end);
  while (!ended) {
    await vi.advanceTimersByTimeAsync(0);
    if (!ended && vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync();
  }
  return step;
}

/** Writes of a run to a target in memory, whose users all have their flags off. */
export async function memoryRun(given: Partial<Choices> = {}, fixtures: Readonly<Record<string, string>> = {}) {
  const plain = { latencyMs: 0, taskMs: [0, 0], lagMs: 0, taskUnknownMs: 0, oneBulkAtATime: false } as const;
  const random = randomOf(1);
  const start = performance.now();
  const target = new SimulatedTarget(
    { ...choicesOf(random), users: 12, refusesNoChange: false, ...plain, ...given },
    random,
    () => Math.round(performance.now() - start),
  );
  for (const { id } of target.users) target.change(id, flags);
  const resolved = resolveTarget({ baseUrl: 'http://h', token: 'simulated', fixtures }, operations);
  const options = { allowWrites: true, allowScopeAll: true, consistencyWindowMs: 1000, taskTimeoutMs: 10_000 };
  const writes = (await beginWrites(resolved, options, true)) as Writes;
  /** Answers a request with a status instead of the target; `null` passes it on. */
  const disturb = { by: (_outgoing: Outgoing): number | null => null };
  const { client, sent } = fakeClient((outgoing) => {
    const { method, path, headers, body } = outgoing;
    const status = disturb.by(outgoing);
    return status === null ? target.handle(method, path, headers, body) : { status };
  });
  const world = new World(new Session(resolved, client, unboundedLedger(), () => undefined), described);
  const { journal } = writes;
  const coordinator = new WriteCoordinator(world, journal, writes.options, undefined, writes.reservations);
  return { target, world, journal, coordinator, disturb, sent, ids: target.users.map(({ id }) => id) };
}
