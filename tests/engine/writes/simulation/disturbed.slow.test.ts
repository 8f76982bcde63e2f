import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../../engine/client/failure.js';
import { oneIn } from '../../../one-in.js';
import { STRICT } from './choices.js';
import { randomOf } from './random.js';
import { type Disturbance, type Setup, type Simulated, simulate } from './simulate.js';

const SEEDS = Number(process.env.TOUCHSTONE_SIMULATIONS ?? 6);
const seeds = Array.from({ length: SEEDS }, (_unused, index) => index + 1);
const refused: Failure = { kind: 'refused', message: 'the connection was refused', hint: '' };
const timeout: Failure = { kind: 'timeout', message: 'no response in time', hint: '' };

/** Whatever differs is in the journal, so that an undo restores it; and a run says so. */
function expectNothingLost({ changed, journal, outcome }: Simulated): void {
  const kept = new Set(journal.unrestored().map(({ id }) => id));
  expect(changed.filter((id) => !kept.has(id))).toEqual([]);
  if (changed.length > 0) expect(outcome.restoration?.left.length).toBeGreaterThanOrEqual(changed.length);
}

/** From some moment on, for some time, in virtual milliseconds. */
function from(seed: number, disturbed: Disturbance, forMs = Number.POSITIVE_INFINITY): Disturbance {
  const start = 100 + randomOf(seed * 7919)() * 1500;
  return (request, target, at) => (at >= start && at < start + forMs ? disturbed(request, target, at) : null);
}

const mustFailures = ({ outcome }: Simulated) =>
  outcome.results
    .filter((one) => one.outcome === 'error' || (one.outcome === 'fail' && one.check.level === 'must'))
    .map(({ check, reason }) => `${check.id} ${reason}`);

/** What happens to a run, and what must hold all the same; times are virtual milliseconds. */
interface Scenario {
  readonly what: string;
  readonly setup: (seed: number) => Partial<Setup>;
  /** The run ends within so long, counted from the interrupt where there is one. */
  readonly endsWithin: number;
  /** Everything is restored in the end. */
  readonly restored?: true;
  /** The target does what a conforming one does not, and may be failed for it. */
  readonly failing?: true;
}

/** Requests of some runs are carried out, but no response arrives. */
function losing(seed: number): Disturbance {
  const random = randomOf(seed * 31);
  return ({ method, path, headers, body }, target) => {
    if (random() > 0.03) return null;
    target.handle(method, path, headers, body);
    return timeout;
  };
}

const AWAY_MS = 20_000;
const scenarios: readonly Scenario[] = [
  { what: 'a target that dies', setup: (seed) => ({ disturbance: from(seed, () => refused) }), endsWithin: 120_000 },
  { what: 'a token that expires', setup: (seed) => ({ disturbance: from(seed, () => 401) }), endsWithin: 120_000 },
  { what: '503 for ever', setup: (seed) => ({ disturbance: from(seed, () => 503) }), endsWithin: 120_000 },
  {
    what: 'a target that is away for 20 s',
    setup: (seed) => ({ disturbance: from(seed, () => refused, AWAY_MS) }),
    endsWithin: 300_000,
    restored: true,
  },
  {
    what: '500 for 20 s',
    setup: (seed) => ({ disturbance: from(seed, () => 500, AWAY_MS) }),
    endsWithin: 300_000,
    restored: true,
    failing: true,
  },
  {
    what: 'responses that get lost',
    setup: (seed) => ({ disturbance: losing(seed) }),
    endsWithin: 400_000,
    restored: true,
  },
  {
    what: 'an interrupt',
    setup: (seed) => ({ interruptAfterMs: 50 + randomOf(seed * 13)() * 3000 }),
    endsWithin: 5000,
  },
  {
    what: 'a stop by its failures while tasks run for long',
    setup: (seed) => ({
      stopAfterMs: 500 + randomOf(seed * 17)() * 3000,
      choices: { ...STRICT, taskMs: [4000, 9000] },
    }),
    endsWithin: 100_000,
    restored: true,
  },
  {
    what: 'an interrupt while the target is dead',
    setup: (seed) => ({ disturbance: from(seed, () => refused), interruptAfterMs: 2500 }),
    endsWithin: 5000,
  },
  {
    what: 'an interrupt while the target hangs',
    setup: (seed) => ({ disturbance: from(seed, () => 'hang'), interruptAfterMs: 2500 }),
    endsWithin: 5000,
  },
];

/** A run that goes on for ever sends hundreds of thousands. */
const REQUESTS = 5000;

describe.each(scenarios)('$what', ({ setup, endsWithin, restored, failing }) => {
  it.each(oneIn(2, seeds))('loses nothing, and the run ends in time: seed %i', async (seed) => {
    const disturbed = setup(seed);

    const run = await simulate({ seed, choices: STRICT, ...disturbed });

    expectNothingLost(run);
    if (restored) expect(run.changed).toEqual([]);
    if (!failing) expect(mustFailures(run)).toEqual([]);
    expect(run.requests).toBeLessThan(REQUESTS);
    expect(run.durationMs - (disturbed.interruptAfterMs ?? 0)).toBeLessThan(endsWithin);
  });
});
