import type { Dispatcher } from 'undici';
import type { Tier } from '../../contract/types.js';
import type { Network } from '../access/network.js';
import type { Tokens } from '../access/tokens.js';
import type { Answer } from './answer.js';

export interface ClientOptions {
  readonly origin: string;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly rps?: number;
  readonly signal?: AbortSignal;
  /** The methods other than GET that the run may send, as tiers; default none. */
  readonly tiers?: ReadonlySet<Tier>;
  /** Pass each exchange on its way to the target and back, the last one first; default none. */
  readonly interceptors?: readonly Dispatcher.DispatcherComposeInterceptor[];
  /** No target is contacted: the interceptors answer, so nothing is waited for. */
  readonly offline?: boolean;
  /** When the next request may be sent; by default decided by `rps`. */
  readonly pace?: () => Promise<unknown>;
  /** Called with the response to each attempt of a request, probes excepted. */
  readonly onAttempt?: (answer: Answer) => void;
  /** Called with the last response to each request. */
  readonly onAnswer?: (answer: Answer) => void;
  readonly network?: Network;
  /** The tokens that requests with the credential carry, if the token can change during a run. */
  readonly tokens?: Tokens | null;
}
