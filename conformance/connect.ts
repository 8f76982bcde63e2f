import { operations } from '../contract/operations/index.js';
import { secretsOf } from '../engine/access/auth.js';
import { type OpenTokens, openTokens } from '../engine/access/open-tokens.js';
import { TokenError } from '../engine/access/token-error.js';
import { Client } from '../engine/client/client.js';
import type { ClientOptions } from '../engine/client/client-options.js';
import { Redaction } from '../engine/client/redaction.js';
import type { CheckOptions, TargetOptions } from '../engine/target/options.js';
import { resolveTarget, type Target } from '../engine/target/target.js';
import { UsageError } from '../engine/target/usage-error.js';
import { DEFAULTS } from '../options/declared.js';
import { VERSION } from './version.js';

/** A target with its credential, and the client that reaches it. */
export interface Connection {
  readonly target: Target;
  readonly client: Client;
  close(): Promise<void>;
}

type Limits = Pick<CheckOptions, 'concurrency' | 'timeoutMs' | 'rps' | 'signal'> &
  Pick<ClientOptions, 'tiers' | 'onAnswer' | 'pace' | 'onAttempt'>;

/** Fetches the first token if the credential needs one, and opens a client. Throws a UsageError if there is no token. */
export async function connect(options: TargetOptions, limits: Limits): Promise<Connection> {
  const { concurrency = DEFAULTS.concurrency, timeoutMs = DEFAULTS.timeoutMs, rps, signal, tiers } = limits;
  const { onAnswer, onAttempt, pace } = limits;
  // Invalid options are reported before anything is sent.
  resolveTarget(options, operations);
  const { tokens, close } = await tokensOf(options, timeoutMs, signal);
  const target = resolveTarget(options, operations, tokens);
  const client = new Client({
    origin: target.origin,
    concurrency,
    timeoutMs,
    userAgent: `touchstone/${VERSION}`,
    network: options.network ?? {},
    tokens,
    ...(tiers && { tiers }),
    ...(onAnswer && { onAnswer }),
    ...(onAttempt && { onAttempt }),
    ...(pace && { pace }),
    ...(rps !== undefined && { rps }),
    ...(signal && { signal }),
  });
  return {
    target,
    client,
    close: async () => {
      await client.close();
      await close();
    },
  };
}

/** Waits for a target that may still be starting, for as long as the options say. */
export async function waitFor({ target, client }: Connection, { waitMs, onNotice }: CheckOptions): Promise<void> {
  if (waitMs === undefined) return;
  const path = target.path('');
  const seconds = await client.untilAnswering(path, waitMs);
  if (seconds !== null && seconds >= 1) onNotice?.(`the target responds after ${seconds} s`);
}

async function tokensOf(
  { auth, network = {} }: TargetOptions,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<OpenTokens> {
  try {
    return await openTokens(auth, network, timeoutMs, signal);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    // A token endpoint may repeat what it received.
    throw new UsageError(new Redaction(secretsOf(auth), []).text(error.message), error.hint);
  }
}
