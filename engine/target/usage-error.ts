/** A mistake of the person who started the run: what is wrong, and the way out. The command exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(
    message: string,
    /** What to do about it, as one sentence. */
    readonly hint?: string,
  ) {
    super(message);
  }
}
