import type { Cause } from './failure.js';

/** Thrown by a step of a check that cannot be decided: no data, no fixture, or the list changed during the read. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';

  constructor(
    message: string,
    /** The cause if there was no usable response; `null` if there was one. */
    readonly blockedBy: Cause | null = null,
  ) {
    super(message);
  }
}
