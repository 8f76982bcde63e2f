/** Thrown by a step of a check that cannot be decided here: no data, no fixture, the target moved. */
export class Undecided extends Error {
  override readonly name = 'Undecided';
}

/** Thrown by a step of a check that asks for what the target does not offer. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}
