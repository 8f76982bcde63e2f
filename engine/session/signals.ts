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
