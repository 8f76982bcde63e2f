import type pLimit from 'p-limit';
import type { Answer } from './answer.js';
import { retryAfter } from './retry.js';

/** Pauses after which a target that answers nothing but 429 is taken at its word, and how long they may last in all. */
const MAX_PAUSES = 12;
const LONGEST_MS = 5 * 60_000;
/** How often one request is sent to a target that lets others pass. */
const MAX_ATTEMPTS = 8;
/** Answers other than 429 after which one more request may be in flight again. */
const CALM = 50;

/**
 * How the whole run bears with a target that limits the rate: each 429 is waited for as its `Retry-After` says, and at
 * least a little longer each time, by all requests; and fewer are in flight afterwards, until the target has long been calm.
 */
export class Throttle {
  readonly #most: number;
  #until = 0;
  #pauses = 0;
  #pausedMs = 0;
  #calm = 0;
  /** Whether anything but 429 was ever answered. */
  #passed = false;

  constructor(private readonly limit: ReturnType<typeof pLimit>) {
    this.#most = limit.concurrency;
  }

  /** How long to wait before anything is sent, in milliseconds; not above 0 where nothing is to be waited for. */
  get pauseMs(): number {
    return this.#until - Date.now();
  }

  /** Takes note of an answer; whether its request is to be sent again after the pause. */
  shouldRetry(answer: Answer, attempt: number): boolean {
    if (answer.status !== 429) {
      this.#recover(answer);
      return false;
    }
    const delay = Math.max(retryAfter(answer) ?? 1000, Math.min(25 * 2 ** this.#pauses, 500));
    if (attempt >= MAX_ATTEMPTS && this.#passed) return false;
    if (this.pauseMs <= 0) {
      if (this.#pauses >= MAX_PAUSES || this.#pausedMs + delay > LONGEST_MS) return false;
      this.#pauses += 1;
      this.#pausedMs += delay;
      this.#calm = 0;
      this.limit.concurrency = Math.ceil(this.limit.concurrency / 2);
    }
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
