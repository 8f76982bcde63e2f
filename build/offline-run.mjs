import { described } from '../conformance/interface.js';
import { operations } from '../contract/operations/index.js';
import { Client } from '../engine/client/client.js';
import { interceptorOf } from '../engine/client/round-trip.js';
import { run } from '../engine/run/run.js';
import { AnswerTimes } from '../engine/session/answer-times.js';
import { resolveTarget } from '../engine/target/target.js';

const LIMITS = { concurrency: 16, timeoutMs: 30_000, userAgent: 'touchstone', offline: true };

/** A reference in this process as the target of a run, with all of its samples. */
export function targetOf({ token, fixtures }) {
  const given = Object.fromEntries(Object.entries(fixtures).filter(([, id]) => id !== ''));
  return resolveTarget({ baseUrl: 'http://reference.test', token, fixtures: given }, operations);
}

/** The outcomes of checks by their ids, on a target that a round trip stands for; with a limit they send few requests each. */
export async function outcomesOf(checks, target, roundTrip, { maxRequests, ...limits } = {}) {
  const client = new Client({
    origin: target.origin,
    ...LIMITS,
    ...limits,
    interceptors: [interceptorOf(() => roundTrip)],
  });
  const times = new AnswerTimes();
  const limit = maxRequests === undefined ? {} : { maxRequests };
  const options = { seed: 1, budget: 'standard', writes: null, known: true, ...limit };
  const input = { target, client, described, checks, times, ...options };
  try {
    const { results } = await run(input);
    return new Map(results.map(({ check, outcome }) => [check.id, outcome]));
  } finally {
    await client.close();
  }
}
