import type { AskContext } from '../../../engine/session/ask-context.js';

/** A value that no record is likely to have, the same for all checks of an operation. */
export const noSuchValue = ({ sharedSeed }: Pick<AskContext, 'sharedSeed'>): string =>
  `no such value ${sharedSeed.toString(36)}`;
