import { isUtf8 } from 'node:buffer';
import type { Failure } from './failure.js';
import { beyondLimits, valueOfJson } from './json-text.js';

/** A request as it was sent. `query` is encoded already and has no question mark. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The body as JSON: its value, or why it is not valid JSON (RFC 8259: one value, UTF-8, no byte order mark). */
export type Json = { readonly value: unknown; readonly problem?: undefined } | { readonly problem: string };

/** The beginning of the summary of a request without a response. */
export const NO_RESPONSE = 'no response: ';

/** How much of a body evidence keeps, in bytes: what a report shows, and a margin in which secrets are searched for. */
const EXCERPT_BYTES = 80 * 1024;

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The size of the whole body in bytes, if `body` is only the beginning of it. */
  readonly wholeBytes?: number;
}

/** One exchange: the request, and the response or the failure. */
export class Answer {
  /** A weak reference: a run keeps thousands of responses, and parsing a value again costs less than keeping it. */
  #json: WeakRef<Json> | undefined;
  #excerpt: Answer | undefined;

  constructor(
    readonly request: SentRequest,
    readonly received: Received | null,
    readonly failure: Failure | null,
    /** When it was sent, in milliseconds since the epoch. */
    readonly startedAt: number,
    readonly durationMs: number,
    /** How often the request was sent; 0 if it was not sent because the target was gone. */
    readonly attempts: number,
    /** The number of the request in the run, counting from 1. */
    readonly number = 0,
  ) {}

  /** The status, or 0 if there was no response. */
  get status(): number {
    return this.received?.status ?? 0;
  }

  header(name: string): string | undefined {
    return this.received?.headers[name];
  }

  /** The media type without parameters, in lower case; empty where none is given. */
  get mediaType(): string {
    return (this.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  }

  get text(): string {
    return this.received?.body.toString('utf8') ?? '';
  }

  get json(): Json {
    const known = this.#json?.deref();
    if (known !== undefined) return known;
    const json = parse(this.received?.body ?? Buffer.alloc(0));
    this.#json = new WeakRef(json);
    return json;
  }

  /** The JSON value of the body; `undefined` if the body is not JSON. */
  get value(): unknown {
    const { json } = this;
    return json.problem === undefined ? json.value : undefined;
  }

  /**
   * The same exchange with the beginning of its body, for evidence: it outlives the response, and a run may collect
   * thousands of them. The body cannot be judged any more.
   */
  get excerpt(): Answer {
    const { request, received, failure, startedAt, durationMs, attempts, number } = this;
    if (received === null || received.body.length <= EXCERPT_BYTES) return this;
    if (this.#excerpt !== undefined) return this.#excerpt;
    const wholeBytes = received.wholeBytes ?? received.body.length;
    // A copy: a part of the buffer would keep all of it.
    const body = Buffer.from(received.body.subarray(0, EXCERPT_BYTES));
    this.#excerpt = new Answer(
      request,
      { ...received, body, wholeBytes },
      failure,
      startedAt,
      durationMs,
      attempts,
      number,
    );
    return this.#excerpt;
  }

  /** A short description of the response: `200`, `404 with an HTML body`, `no response: the connection was refused`. */
  get summary(): string {
    if (this.failure !== null) return `${NO_RESPONSE}${this.failure.message}`;
    const location = this.header('location');
    return location === undefined ? `${this.status}` : `${this.status} with location ${location}`;
  }
}

/** Whether a status is of the 2xx class. */
export function isSuccess({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 300;
}

function parse(body: Buffer): Json {
  if (body.length === 0) return { problem: 'the body is empty' };
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return { problem: 'it begins with a byte order mark' };
  if (!isUtf8(body)) return { problem: 'it is not UTF-8' };
  const text = body.toString('utf8');
  const beyond = beyondLimits(text);
  if (beyond !== null) return { problem: beyond };
  try {
    return { value: valueOfJson(text) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
