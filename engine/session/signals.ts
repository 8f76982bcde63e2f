import type { Cause } from '../client/failure.js';

/** Thrown by a step of a check that cannot be decided here: no data, no fixture, the target moved. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';

  constructor(
    message: string,
    /** What kept the target from answering; `null` where the target did answer. */
    readonly blockedBy: Cause | null = null,
  ) {
    super(message);
  }
}

/** Thrown where a target showed no data to decide by this time; on other data the same check may be decided. */
export class LacksData extends Inconclusive {}

/** Thrown by a step of a check that asks for what the target does not offer. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}
