import { setTimeout as sleep } from 'node:timers/promises';

/** A bearer token. */
export interface Token {
  readonly value: string;
  /** How long it is valid from now on, in milliseconds; absent if unknown. */
  readonly lifetimeMs?: number;
}

/** Fetches a token; rejects once the signal aborts. */
export type FetchToken = (signal?: AbortSignal) => Promise<Token>;

/** Whether a text can be sent as a bearer token. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** A token is renewed this long before it expires, or after four fifths of its life if that is later. */
const AHEAD_MS = 30_000;
const LIFE = 0.8;
/** A token that expires at once would be fetched for each request. */
const SHORTEST_MS = 500;
/** The pauses between the attempts to renew a token, in milliseconds. */
const PAUSES_MS = [250, 1000];
/** The pause after a failed renewal ahead of expiry: the old token still works. */
const AGAIN_MS = 5000;
/** The number of renewals after a 401 that did not help, after which a 401 is what the target returns. */
const MAX_FUTILE = 3;

/**
 * The bearer token of a run, renewed ahead of its expiry and after a 401. However many requests need a new token at the
 * same time, it is fetched once.
 */
export class Tokens {
  readonly #all: string[] = [];
  #current = '';
  #dueAt = Number.POSITIVE_INFINITY;
  #renewal: Promise<boolean> | null = null;
  #futile = 0;
  #failure: string | null = null;

  private constructor(private readonly fetchToken: FetchToken) {}

  /**
   * Fetches the first token; throws what `fetchToken` throws. Once the signal aborts there is no token, and none is
   * needed, because the run sends nothing.
   */
  static async open(fetchToken: FetchToken, signal?: AbortSignal): Promise<Tokens> {
    const tokens = new Tokens(fetchToken);
    try {
      tokens.#use(await fetchToken(signal));
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
    return tokens;
  }

  get current(): string {
    return this.#current;
  }

  /** Every token of the run, which no output may contain. */
  get all(): readonly string[] {
    return this.#all;
  }

  /** Why the token could not be renewed; `null` if it could. */
  get failure(): string | null {
    return this.#failure;
  }

  /** The token for a request that is sent now: a new one if the current one is about to expire. */
  async ready(): Promise<string> {
    // If that fails, the current token is still good for a while, and a 401 decides.
    if (performance.now() >= this.#dueAt) await this.#renewOnce([]);
    return this.#current;
  }

  /** Whether there is a token other than the one that a 401 rejected; fetches it if needed. */
  async renew(rejected: string): Promise<boolean> {
    if (rejected !== this.#current) return true;
    if (this.#futile >= MAX_FUTILE) return false;
    return this.#renewOnce(PAUSES_MS);
  }

  /** Records whether the target accepted a request with the token that replaced a rejected one. */
  recordRenewed(accepted: boolean): void {
    this.#futile = accepted ? 0 : this.#futile + 1;
  }

  #renewOnce(pauses: readonly number[]): Promise<boolean> {
    this.#renewal ??= this.#fetch(pauses).finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  async #fetch(pauses: readonly number[]): Promise<boolean> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        this.#use(await this.fetchToken());
        return true;
      } catch (error) {
        const pause = pauses[attempt];
        if (pause !== undefined) {
          await sleep(pause);
          continue;
        }
        this.#dueAt = performance.now() + AGAIN_MS;
        this.#failure = (error as Error).message;
        return false;
      }
    }
  }

  #use({ value, lifetimeMs }: Token): void {
    this.#current = value;
    this.#failure = null;
    if (!this.#all.includes(value)) this.#all.push(value);
    const left = lifetimeMs ?? Number.POSITIVE_INFINITY;
    this.#dueAt = performance.now() + Math.max(left - AHEAD_MS, left * LIFE, SHORTEST_MS);
  }
}
