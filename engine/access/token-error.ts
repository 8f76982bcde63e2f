/** Why no token could be fetched, and what to do about it. The message contains no secret of ours. */
export class TokenError extends Error {
  override readonly name = 'TokenError';

  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}
