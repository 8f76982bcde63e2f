import { Inconclusive } from '../client/inconclusive.js';

export { Inconclusive };

/** Thrown if the target returned no data to decide by; with other data the check may be decided. */
export class LacksData extends Inconclusive {}

/** Thrown by a step of a check for something that the target does not support. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}
