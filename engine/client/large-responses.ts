import type { Answer } from './answer.js';
import { Inconclusive } from './inconclusive.js';

const MB = 1024 * 1024;
/** A page of 1,000 documented records has fewer bytes. */
const LARGE_BYTES = 4 * MB;
/** How many bytes of large responses a run reads for its checks, and how many more to confirm its failures. */
const MOST_BYTES = { first: 2048 * MB, again: 1024 * MB } as const;

/** The purpose of a request: to run a check, or to confirm a failure. */
type Purpose = keyof typeof MOST_BYTES;

/**
 * Bounds the time of a run: each large response takes a part of a second to read and judge, and a target may send thousands
 * of them. Operations with small responses are tested all the same.
 */
export class LargeResponses {
  readonly #left: Record<Purpose, number>;
  /** The operations that have sent a large response. */
  readonly #operations = new Set<string>();

  constructor(most: Readonly<Record<Purpose, number>> = MOST_BYTES) {
    this.#left = { ...most };
  }

  add(operation: string, { bytes }: Pick<Answer, 'bytes'>, purpose: Purpose): void {
    if (bytes <= LARGE_BYTES) return;
    this.#operations.add(operation);
    this.#left[purpose] -= bytes;
  }

  /** Throws Inconclusive if an operation may send another large response, and the run has read too many of them. */
  assertLeft(operation: string, purpose: Purpose): void {
    if (this.#left[purpose] > 0 || !this.#operations.has(operation)) return;
    throw new Inconclusive('the run has read too many responses of more than 4 MB, so no more are requested', 'limit');
  }
}
