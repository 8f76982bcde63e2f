import { isAscii, isUtf8 } from 'node:buffer';
import { collectAfter } from './collect-garbage.js';
import type { Failure } from './failure.js';
import { Inconclusive } from './inconclusive.js';
import { limitsOf, valueOfJson } from './json-text.js';

/** A request as it was sent. `query` is encoded already and has no question mark. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The body as JSON, or why it is not valid JSON (RFC 8259: one value, UTF-8, no byte order mark). */
export type Json = ParsedJson | UnreadJson;

interface ParsedJson {
  readonly value: unknown;
  /** The number of members of all objects in the text, where the value has a repeated name of an object only once. */
  readonly members: number;
  readonly problem?: undefined;
}

interface UnreadJson {
  readonly problem: string;
  /** The text exceeds a limit of touchstone, so it is not known whether it is JSON. */
  readonly exceedsLimit?: true;
}

/** The beginning of the summary of a request without a response. */
export const NO_RESPONSE = 'no response: ';

/** Why the rest of a body cannot be read. */
const NOT_KEPT =
  'the responses of the target are too large to keep all of them in memory; use --concurrency 1, or select fewer operations';

/** How much of a body evidence keeps, in bytes: what a report shows, and a margin in which secrets are searched for. */
const EXCERPT_BYTES = 80 * 1024;
/** How much of a body stays in memory when the rest is dropped, in bytes: what is shown of an observation, and the margin. */
const SHORT_BYTES = 10 * 1024;
const MAX_BYTES_OF_CHARACTER = 4;
/** How many times as much memory as a body its text and its value take, approximately. */
const VALUE_OF_BODY = 2;

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
  /** Weak, too: what a check needs of a response is freed with its result, and a session keeps the response. */
  #excerpt: WeakRef<Answer> | undefined;
  #shortExcerpt: WeakRef<Answer> | undefined;
  #received: Received | null;
  #exceedsLimit = false;
  /** Whether the same request returned a 500 before. */
  hasPassed = false;

  constructor(
    readonly request: SentRequest,
    received: Received | null,
    readonly failure: Failure | null,
    /** When it was sent, in milliseconds since the epoch. */
    readonly startedAt: number,
    readonly durationMs: number,
    /** How often the request was sent; 0 if it was not sent because the target was gone. */
    readonly attempts: number,
    /** The number of the request in the run, counting from 1. */
    readonly number = 0,
  ) {
    this.#received = received;
  }

  get received(): Received | null {
    return this.#received;
  }

  /** Whether only the beginning of the body is in memory. */
  get isShort(): boolean {
    return this.#received?.wholeBytes !== undefined;
  }

  /** The size of the whole body in bytes. */
  get bytes(): number {
    return this.#received?.wholeBytes ?? this.#received?.body.length ?? 0;
  }

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

  /** The whole body; throws Inconclusive if only its beginning is in memory. */
  get text(): string {
    this.#assertWhole();
    const body = this.received?.body ?? Buffer.alloc(0);
    collectAfter(body.length);
    return body.toString('utf8');
  }

  /** The first characters of the body, at most 2,000: as many always stay in memory. */
  beginning(characters: number): string {
    return this.received?.body.toString('utf8', 0, MAX_BYTES_OF_CHARACTER * characters).slice(0, characters) ?? '';
  }

  /** As `text`. */
  get json(): Json {
    this.#assertWhole();
    const known = this.#json?.deref();
    if (known !== undefined) return known;
    const json = parse(this.received?.body ?? Buffer.alloc(0));
    this.#exceedsLimit = json.problem !== undefined && json.exceedsLimit === true;
    this.#json = new WeakRef(json);
    return json;
  }

  /** Whether the body was read as JSON and exceeds a limit of it; an excerpt of the response has the same. */
  get exceedsLimit(): boolean {
    return this.#exceedsLimit;
  }

  /** The JSON value of the body; `undefined` if the body is not JSON. As `text`. */
  get value(): unknown {
    const { json } = this;
    return json.problem === undefined ? json.value : undefined;
  }

  /**
   * The same exchange with the beginning of its body, for evidence: it outlives the response, and a run may collect
   * thousands of them. The body cannot be judged any more.
   */
  get excerpt(): Answer {
    // Another object, so that a small body too stays in the evidence when the response is shortened.
    const excerpt = this.#excerpt?.deref() ?? this.#beginningOf(EXCERPT_BYTES);
    excerpt.#excerpt = new WeakRef(excerpt);
    this.#excerpt = excerpt.#excerpt;
    return excerpt;
  }

  /** As `excerpt`, for an observation, of which a report shows less; most responses have one. */
  get shortExcerpt(): Answer {
    const excerpt = this.#shortExcerpt?.deref() ?? this.#beginningOf(SHORT_BYTES);
    this.#shortExcerpt = new WeakRef(excerpt);
    return excerpt;
  }

  #beginningOf(most: number): Answer {
    const { request, received, failure, startedAt, durationMs, attempts, number } = this;
    if (received === null) return this;
    const beginning = new Answer(request, shortened(received, most), failure, startedAt, durationMs, attempts, number);
    beginning.#exceedsLimit = this.#exceedsLimit;
    return beginning;
  }

  /** Drops all but the beginning of the body, to free memory: from now on, it cannot be judged. */
  shorten(): void {
    if (this.#received === null || this.#received.body.length <= SHORT_BYTES) return;
    this.#received = shortened(this.#received, SHORT_BYTES);
    this.#json = undefined;
  }

  #assertWhole(): void {
    if (this.isShort) throw new Inconclusive(NOT_KEPT, 'limit');
  }

  /** A short description of the response: `200`, `404 with an HTML body`, `no response: the connection was refused`. */
  get summary(): string {
    if (this.failure !== null) return `${NO_RESPONSE}${this.failure.message}`;
    const location = this.header('location');
    return location === undefined ? `${this.status}` : `${this.status} with location ${location}`;
  }
}

/** What newer versions of Node add to the position of a mistake: a finding is the same with each of them. */
const LINE_AND_COLUMN = / \(line \d+ column \d+\)$/;

/** Whether a status is of the 2xx class. */
export function isSuccess({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 300;
}

/** Whether a status is of the 4xx class. */
export function isClientError({ status }: { readonly status: number }): boolean {
  return status >= 400 && status < 500;
}

/** A response with at most so many bytes of its body. */
function shortened(received: Received, most: number): Received {
  const { body, wholeBytes = body.length } = received;
  if (body.length <= most) return received;
  // A copy: a part of the buffer would keep all of it.
  return { ...received, body: Buffer.from(body.subarray(0, most)), wholeBytes };
}

function parse(body: Buffer): Json {
  if (body.length === 0) return { problem: 'the body is empty' };
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return { problem: 'it begins with a byte order mark' };
  const ascii = isAscii(body);
  if (!ascii && !isUtf8(body)) return { problem: 'it is not UTF-8' };
  const { beyond, mayOverflow, members } = limitsOf(body);
  if (beyond !== null) return { problem: beyond, exceedsLimit: true };
  collectAfter(VALUE_OF_BODY * body.length);
  try {
    return { value: valueOfJson(body.toString(ascii ? 'latin1' : 'utf8'), mayOverflow), members };
  } catch (error) {
    return { problem: (error as Error).message.replace(LINE_AND_COLUMN, '') };
  }
}
