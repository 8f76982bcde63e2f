import type pLimit from 'p-limit';
import type { Answer } from './answer.js';
import { retryAfter } from './retry.js';

/**
 * The number of pauses after which a target that returns nothing but 429 is no longer retried, and their maximum total
 * length.
 */
const MAX_PAUSES = 12;
const LONGEST_MS = 5 * 60_000;
/** The maximum attempts of one request while the target accepts others. */
const MAX_ATTEMPTS = 8;
/** The number of responses other than 429 after which concurrency is raised by one. */
const CALM = 50;

/**
 * Adapts the whole run to a target that limits the rate: all requests wait after each 429 for its `Retry-After`, and a
 * little longer each time; concurrency drops, and recovers once the target has accepted requests for a while.
 */
export class Throttle {
  readonly #most: number;
  #until = 0;
  #pauses = 0;
  #pausedMs = 0;
  #calm = 0;
  /** Whether any response other than 429 was ever received. */
  #passed = false;

  constructor(private readonly limit: ReturnType<typeof pLimit>) {
    this.#most = limit.concurrency;
  }

  /** How long to wait before the next request, in milliseconds; 0 or less if there is no pause. */
  get pauseMs(): number {
    return this.#until - Date.now();
  }

  /** Records a response, and returns whether its request is to be retried after the pause. */
  shouldRetry(answer: Answer, attempt: number): boolean {
    if (answer.status !== 429) {
      this.#recover(answer);
      return false;
    }
    const delay = Math.max(retryAfter(answer) ?? 1000, Math.min(25 * 2 ** this.#pauses, 500));
    if (attempt >= MAX_ATTEMPTS && this.#passed) return false;
    const running = Math.max(this.pauseMs, 0);
    // Another 429 during a pause makes it longer, within the same total.
    const longer = Math.max(delay - running, 0);
    if (this.#pausedMs + longer > LONGEST_MS) return false;
    if (running === 0) {
      if (this.#pauses >= MAX_PAUSES) return false;
      this.#pauses += 1;
      this.#calm = 0;
      this.limit.concurrency = Math.ceil(this.limit.concurrency / 2);
    }
    this.#pausedMs += longer;
    this.#until = Math.max(this.#until, Date.now() + delay);
    return true;
  }

  #recover({ failure }: Answer): void {
    if (failure !== null) return;
    this.#passed = true;
    this.#pauses = 0;
    this.#pausedMs = 0;
    this.#calm += 1;
    if (this.#calm < CALM || this.limit.concurrency >= this.#most) return;
    this.#calm = 0;
    this.limit.concurrency += 1;
  }
}
