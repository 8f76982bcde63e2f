import { quantile } from '../../numbers/quantile.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import type { Answer } from '../client/answer.js';
import { quantiles } from './quantiles.js';

/** The number of equal time slots that a run is divided into. */
const SLOTS = 60;
/** The maximum number of durations reported for an operation. */
const DURATIONS = 200;

type Timed = Pick<Answer, 'startedAt' | 'durationMs' | 'failure'>;
type Operation = RunReport['operations'][number];
/** When the requests of an operation were sent and how long the responses took, as in the run report. */
type Times = Pick<Operation, 'times' | 'durationsMs'> & Required<Pick<Operation, 'timeline'>>;

/** Records the time of every response of a run, re-runs included. It keeps two numbers for each, not the response. */
export class AnswerTimes {
  readonly #sent = new Map<string, number[]>();
  readonly #durations = new Map<string, number[]>();

  add(operation: string, { startedAt, durationMs, failure }: Timed): void {
    append(this.#sent, operation, startedAt);
    if (failure === null) append(this.#durations, operation, durationMs);
  }

  /** The times of an operation, in a run from `start` (milliseconds since the epoch) that took `runMs`. */
  of(operation: string, start: number, runMs: number): Times {
    const sent = this.#sent.get(operation) ?? [];
    const durations = this.#durations.get(operation) ?? [];
    const slots = sent.map((time) => clamp(Math.floor(((time - start) / runMs) * SLOTS), SLOTS - 1));
    return {
      ...(durations.length > 0 && { times: summary(durations) }),
      ...(durations.length > 0 && { durationsMs: quantiles(durations, DURATIONS).map((ms) => rounded(ms, 1000)) }),
      timeline: sent.length === 0 ? [] : counts(slots),
    };
  }
}

function append(all: Map<string, number[]>, operation: string, number: number): void {
  const known = all.get(operation);
  if (known === undefined) all.set(operation, [number]);
  else known.push(number);
}

/** The number of responses, with their median and 95th percentile in milliseconds. */
function summary(durations: readonly number[]): NonNullable<Operation['times']> {
  const at = (share: number) => rounded(quantile(durations, share) ?? 0, 100);
  return { count: durations.length, medianMs: at(0.5), p95Ms: at(0.95) };
}

function rounded(ms: number, parts: number): number {
  return Math.round(ms * parts) / parts;
}

/** An integer from 0 to `last`; a non-finite number becomes 0, as in a run of no duration. */
function clamp(number: number, last: number): number {
  return Number.isFinite(number) ? Math.min(Math.max(number, 0), last) : 0;
}

/** How often each slot occurs. */
function counts(slots: readonly number[]): number[] {
  const all = Array.from({ length: SLOTS }, () => 0);
  for (const slot of slots) all[slot] = (all[slot] ?? 0) + 1;
  return all;
}
