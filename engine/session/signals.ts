import type { Cause } from '../client/failure.js';

/** Thrown by a step of a check that cannot be decided: no data, no fixture, or the list changed during the read. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';

  constructor(
    message: string,
    /** The cause if the target did not respond; `null` if it did. */
    readonly blockedBy: Cause | null = null,
  ) {
    super(message);
  }
}

/** Thrown if the target returned no data to decide by; with other data the check may be decided. */
export class LacksData extends Inconclusive {}

/** Thrown by a step of a check for something that the target does not support. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}
