import type { Auth } from './auth.js';
import { fetchOver, type Network } from './network.js';
import { clientCredentials } from './oauth2.js';
import { tokenOfCommand } from './token-command.js';
import { Tokens } from './tokens.js';

/** The tokens of a run, and how to end what fetches them. */
export interface OpenTokens {
  readonly tokens: Tokens | null;
  close(): Promise<void>;
}

/**
 * Fetches the first token if the credential is one that is fetched, unless `signal` aborts; throws a TokenError if that
 * fails.
 */
export async function openTokens(
  auth: Auth | undefined,
  network: Network,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<OpenTokens> {
  if (auth?.kind === 'command') {
    const fetchToken = (stop?: AbortSignal) => tokenOfCommand(auth, stop);
    return { tokens: await Tokens.open(fetchToken, signal), close: async () => undefined };
  }
  if (auth?.kind !== 'oauth2') return { tokens: null, close: async () => undefined };
  const { fetch, close } = fetchOver(network);
  try {
    const fetchToken = (stop?: AbortSignal) => clientCredentials(auth, fetch, timeoutMs, stop);
    return { tokens: await Tokens.open(fetchToken, signal), close };
  } catch (error) {
    await close();
    throw error;
  }
}
