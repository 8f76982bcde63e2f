import { Inconclusive } from '../client/inconclusive.js';

export { Inconclusive };

/** Thrown if the target returned no data to decide by; with other data the check may be decided. */
export class LacksData extends Inconclusive {}

/** Thrown by a step of a check for something that the target does not support. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}

/** For `catch`: nothing in place of what is inconclusive; throws other errors again. */
export function nullIfInconclusive(error: unknown): null {
  if (error instanceof Inconclusive) return null;
  throw error;
}

/**
 * As `nullIfInconclusive`, for a request that the target may reject. A limit of touchstone is no response of the target: the
 * error is thrown again, since a list that was not read to its end would look like a shorter one.
 */
export function nullIfRejected(error: unknown): null {
  if (error instanceof Inconclusive && error.blockedBy === 'limit') throw error;
  return nullIfInconclusive(error);
}
