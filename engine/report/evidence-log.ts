import type { Exchange } from '../../schemas/generated/touchstone.js';
import type { Answer, SentRequest } from '../client/answer.js';
import type { Redaction } from '../client/redaction.js';
import { cut } from '../session/cut.js';
import { MADE_UP_CREDENTIALS } from '../target/credentials.js';

/** How much of a body is kept, in characters: for a finding, and for an observation. */
const KEPT = { finding: 64 * 1024, observation: 2 * 1024 } as const;

/** How many more characters are searched for secrets. */
const MARGIN = 16 * 1024;

/** How much of all bodies a report keeps, in characters; beyond that, each body is kept as for an observation. */
const MOST_OF_ALL = 24 * 1024 * 1024;

/** The exchanges in a report, redacted and truncated, without duplicates, in the order of their first reference. */
export class EvidenceLog {
  /** By request: a finding and an observation hold different parts of the same response. */
  readonly #ids = new Map<SentRequest, string>();
  readonly exchanges: Exchange[] = [];
  #characters = 0;

  constructor(private readonly redaction: Redaction) {}

  /** The id of an exchange, which becomes part of the report. */
  add(answer: Answer, evidence: keyof typeof KEPT = 'finding'): string {
    const known = this.#ids.get(answer.request);
    if (known !== undefined) return known;
    const id = `x${this.#ids.size + 1}`;
    this.#ids.set(answer.request, id);
    const kept = KEPT[this.#characters < MOST_OF_ALL ? evidence : 'observation'];
    const exchange = this.#exchange(id, answer, kept);
    this.#characters += (exchange.response?.body.length ?? 0) + (exchange.request.body?.length ?? 0);
    this.exchanges.push(exchange);
    return id;
  }

  #exchange(id: string, answer: Answer, kept: number): Exchange {
    const { redaction } = this;
    const { request, received, failure, startedAt, durationMs, attempts } = answer;
    const headers = redaction.headers(request.headers, MADE_UP_CREDENTIALS);
    return {
      id,
      request: {
        method: request.method,
        url: redaction.text(request.url),
        headers,
        ...(request.body !== undefined && { body: cut(redaction.text(request.body), kept) }),
      },
      response: received && {
        status: received.status,
        headers: redaction.headers(received.headers),
        ...this.#body(received, kept),
      },
      error: failure === null ? null : redaction.text(failure.message),
      startedAt: new Date(startedAt).toISOString(),
      durationMs: Math.round(durationMs * 1000) / 1000,
      attempts,
    };
  }

  #body(
    { body: bytes, wholeBytes = bytes.length }: NonNullable<Answer['received']>,
    kept: number,
  ): { body: string; bodyBytes: number; truncated: boolean } {
    const whole = bytes.toString('utf8');
    // Only the beginning of a large body is searched; its end may contain the beginning of a secret.
    const long = wholeBytes > bytes.length || whole.length > kept + MARGIN;
    const text = this.redaction.text(whole.length > kept + MARGIN ? whole.slice(0, kept + MARGIN) : whole);
    const body = cut(text, long ? Math.min(kept, Math.max(0, text.length - MARGIN / 2)) : kept);
    return { body, bodyBytes: wholeBytes, truncated: long || text.length > kept };
  }
}
