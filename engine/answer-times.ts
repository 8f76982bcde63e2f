import type { Answer } from './client/answer.js';

/** The parts of equal length that a run is divided into. */
const SLOTS = 60;
/** Longer answers are counted with those of about a minute. */
const LAST_BIN = 32;

type Timed = Pick<Answer, 'startedAt' | 'durationMs'>;

/** When the requests of each operation were sent and how long their answers took, as the run report tells it. */
export interface Times {
  /** Answers by duration: under 1 ms, then in bins whose borders grow by the root of two; no empty bins at the end. */
  readonly histogram: number[];
  /** Requests by when they were sent, in 60 equal parts of the run. */
  readonly timeline: number[];
}

/** Takes the time of every answer of a run. It keeps two numbers of each, not the answer. */
export class AnswerTimes {
  readonly #timed = new Map<string, Timed[]>();

  add(operation: string, { startedAt, durationMs }: Timed): void {
    const known = this.#timed.get(operation);
    if (known === undefined) this.#timed.set(operation, [{ startedAt, durationMs }]);
    else known.push({ startedAt, durationMs });
  }

  /** The times of an operation, in a run from `start` (milliseconds since the epoch) that took `runMs`. */
  of(operation: string, start: number, runMs: number): Times {
    const timed = this.#timed.get(operation) ?? [];
    const part = ({ startedAt }: Timed) => Math.floor(((startedAt - start) / runMs) * SLOTS);
    return {
      histogram: counts(timed.map(({ durationMs }) => Math.min(binOf(durationMs), LAST_BIN))),
      timeline:
        timed.length === 0
          ? []
          : counts(
              timed.map(part).map((slot) => clamp(slot, SLOTS - 1)),
              SLOTS,
            ),
    };
  }
}

function binOf(durationMs: number): number {
  return durationMs < 1 ? 0 : 1 + Math.floor(2 * Math.log2(durationMs));
}

/** A whole number from 0 to `last`; what is none is 0, as for a run that took no time at all. */
function clamp(number: number, last: number): number {
  return Number.isFinite(number) ? Math.min(Math.max(number, 0), last) : 0;
}

/** How often each number occurs, from 0 to the largest. */
function counts(numbers: readonly number[], length = 0): number[] {
  const longest = numbers.reduce((most, number) => Math.max(most, number + 1), length);
  const all = Array.from({ length: longest }, () => 0);
  for (const number of numbers) all[number] = (all[number] ?? 0) + 1;
  return all;
}
