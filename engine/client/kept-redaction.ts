import { Redaction } from './redaction.js';

/** The redaction of secrets that seldom change: a new one takes longer than to search a text, because it prepares their forms. */
export class KeptRedaction {
  #secrets: readonly string[] = [];
  #redaction: Redaction | null = null;

  /** @param headers names of further headers whose values are secrets */
  constructor(private readonly headers: readonly string[] = []) {}

  /** The redaction of the secrets as they are now: a token may have been renewed. */
  of(secrets: readonly string[]): Redaction {
    const isKnown = secrets.length === this.#secrets.length && secrets.every((one, at) => one === this.#secrets[at]);
    if (this.#redaction === null || !isKnown) this.#redaction = new Redaction(secrets, this.headers);
    this.#secrets = secrets;
    return this.#redaction;
  }
}
