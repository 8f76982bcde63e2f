import type { Answer } from './answer.js';

/** How many bytes of response bodies a run keeps. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * The bodies of the responses of a run, whatever uses them, within one limit: beyond it, those that were used longest ago
 * are shortened to their beginning.
 */
export class KeptBodies {
  /** By response, the one that was used longest ago first. */
  readonly #bytes = new Map<Answer, number>();
  #total = 0;
  #isExceeded = false;

  constructor(private readonly most = MAX_BYTES) {}

  /** Whether the limit was ever exceeded: the responses of the target are large. */
  get isExceeded(): boolean {
    return this.#isExceeded;
  }

  /** Counts a body, or records that it is used again. */
  keep(answer: Answer): void {
    if (answer.received === null || answer.isShort) return;
    this.release(answer);
    this.#bytes.set(answer, answer.bytes);
    this.#total += answer.bytes;
    for (const first of this.#bytes.keys()) {
      if (this.#total <= this.most || first === answer) return;
      this.#isExceeded = true;
      this.release(first);
      first.shorten();
    }
  }

  /** Counts a body no longer, because nothing needs it any more: it is freed with its response. */
  release(answer: Answer): void {
    this.#total -= this.#bytes.get(answer) ?? 0;
    this.#bytes.delete(answer);
  }
}
