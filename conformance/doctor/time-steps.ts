import type { Answer } from '../../engine/client/answer.js';
import { median } from '../../numbers/quantile.js';
import { ok, problem, type Shown, skipped, warning } from './step.js';

/** A difference between the clocks, in seconds: below the first, requests and responses can take as long. */
const SOME_SECONDS = 5;
/** Above it, tokens are not valid yet or no longer. */
const TOO_MANY_SECONDS = 300;
/** Above it, a run takes long, in milliseconds. */
const SLOW_MS = 1000;
/** How many requests a standard run sends to a small tenant, and how many at a time. */
const [STANDARD, AT_A_TIME] = [3500, 10];

/** The clock of the target (`Date`, RFC 9110 section 6.6.1) against that of this machine. */
export function clockStep(answers: readonly Answer[]): Shown {
  const dated = answers.find((answer) => !Number.isNaN(dateOf(answer)));
  if (dated === undefined) return skipped('no response has a date');
  const middle = dated.startedAt + dated.durationMs / 2;
  const seconds = Math.round(Math.max(Math.abs(dateOf(dated) - middle) - dated.durationMs / 2, 0) / 1000);
  if (seconds <= SOME_SECONDS) return ok(`the clocks agree within ${SOME_SECONDS} s`);
  const text = `the clock of the target is ${seconds} s ${dateOf(dated) > middle ? 'ahead of' : 'behind'} that of this machine`;
  const hint = 'Synchronize both clocks: tokens and certificates depend on them.';
  return seconds > TOO_MANY_SECONDS ? problem(text, hint) : warning(text, hint);
}

/** When a response was made, in milliseconds since the epoch: the middle of the second that it names. */
function dateOf(answer: Answer): number {
  // A cache repeats the date with the age of the response in seconds.
  const [age = '0'] = /^\d{1,9}$/.exec(answer.header('age') ?? '') ?? [];
  return Date.parse(answer.header('date') ?? '') + 500 + Number(age) * 1000;
}

/** The median time of reads over an open connection. */
export function latencyStep(answers: readonly Answer[]): Shown {
  const times = answers.filter(({ failure }) => failure === null).map(({ durationMs }) => durationMs);
  const middle = median(times);
  if (middle === undefined) return skipped('no read was timed');
  const text = `${Math.round(middle)} ms (median of ${times.length} reads)`;
  if (middle <= SLOW_MS) return ok(text);
  const minutes = Math.ceil((middle * STANDARD) / AT_A_TIME / 60_000);
  return warning(text, `A standard run takes about ${minutes} minutes; --budget quick is much faster.`);
}
