import type { Answer } from '../../engine/client/answer.js';
import { ok, problem, type Shown, skipped, warning } from './step.js';

/** The headers in which servers state a limit, registered or not. */
const NAMES = /^(x-)?rate-?limit(-|$)/;
/** A run sends as many requests within seconds. */
const FEW = 100;
const HINT = 'Limit the rate of a run: --rps 5 --concurrency 2.';

/** What the target says about a limit of the rate. */
export function rateLimitStep(answers: readonly Answer[]): Shown {
  const received = answers.filter((answer) => answer.received !== null);
  const limited = received.find(({ status }) => status === 429);
  if (limited !== undefined) {
    const wait = limited.header('retry-after');
    return problem(`429${wait === undefined ? '' : `, Retry-After: ${wait}`}`, `Try again later. ${HINT}`);
  }
  const last = received.at(-1);
  if (last === undefined) return skipped('there is no response');
  const headers = Object.entries(last.received?.headers ?? {}).filter(([name]) => NAMES.test(name));
  if (headers.length === 0) return ok('the target states none');
  const text = headers.map(([name, value]) => `${name}: ${value}`).join(', ');
  const left = headers.flatMap(([name, value]) => remainingIn(name, value));
  return left.some((count) => count < FEW) ? warning(text, HINT) : ok(text);
}

/** The requests that are left: `RateLimit-Remaining: 5`, or the parameter r of `RateLimit: "default";r=5;t=30`. */
function remainingIn(name: string, value: string): number[] {
  const [, count] = (name.endsWith('-remaining') ? /^\s*(\d+)/ : /;\s*r=(\d+)/).exec(value) ?? [];
  return count === undefined ? [] : [Number(count)];
}
