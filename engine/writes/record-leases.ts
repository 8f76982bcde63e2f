import type { Candidate } from './candidate.js';

/** Which records of a kind are in use: each is held by one check, or by a restoration, at a time. */
export class RecordLeases {
  readonly #candidates = new Map<string, Candidate>();
  #waiting: (() => void)[] = [];
  #tick = 0;

  /** All records that are known, in the order in which they were added. */
  get candidates(): IterableIterator<Candidate> {
    return this.#candidates.values();
  }

  /** Adds a record, unless it is known. */
  add(candidate: Candidate): void {
    const key = candidate.id.toLowerCase();
    if (!this.#candidates.has(key)) this.#candidates.set(key, candidate);
  }

  /** Holds records for a check. */
  hold(candidates: Iterable<Candidate>): void {
    for (const candidate of candidates) candidate.held = true;
    this.#tick += 1;
  }

  /** Returns records, and wakes the checks that wait for some. */
  release(candidates: Iterable<Candidate>): void {
    this.#tick += 1;
    for (const candidate of candidates) {
      candidate.held = false;
      candidate.returned = this.#tick;
    }
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Resolves when records are returned. */
  change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Resolves when no record is held. */
  async allReturned(): Promise<void> {
    while ([...this.candidates].some(({ held }) => held)) await this.change();
  }

  /** Holds a record while it is restored; `false` if it is held already. An unknown record is free. */
  reserve(id: string): boolean {
    const candidate = this.#candidates.get(id.toLowerCase());
    if (candidate?.held === true) return false;
    if (candidate !== undefined) candidate.held = true;
    return true;
  }

  /** Returns records that were held with `reserve`. */
  unreserve(ids: readonly string[]): void {
    this.release(ids.flatMap((id) => this.#candidates.get(id.toLowerCase()) ?? []));
  }

  /** A point in time, for `touchedSince`. */
  get now(): number {
    return this.#tick;
  }

  /** Whether a record is held, or was returned after a point in time. */
  touchedSince(id: string, moment: number): boolean {
    const candidate = this.#candidates.get(id.toLowerCase());
    return candidate !== undefined && (candidate.held || candidate.returned > moment);
  }
}
