import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import pLimit from 'p-limit';
import { excessOf, MAX_STRING, MAX_VALUES } from './json-text.js';

/** The maximum size of a response body in bytes, compressed or not. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** The maximum number of content codings of one body: each can make it a thousand times as large. */
const MAX_CODINGS = 3;

/** A larger body waits until few others of that size are being received. */
const LARGE_BYTES = 1024 * 1024;
/** Neither is this small body beyond the limits of JSON: each value has two bytes at least. */
const SURELY_SMALL = Math.min(MAX_STRING, 2 * MAX_VALUES);
/** The turns of large bodies, and of bodies that may become large: a run receives many responses at once. */
const turns = pLimit(2);

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const [asZlib, asRaw] = [promisify(inflate), promisify(inflateRaw)] as [Decoder, Decoder];
const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  // The zlib format (RFC 9110 section 8.4.1.2), or the bare one that some servers send under its name.
  deflate: (body, options) => (((body[0] ?? 0) & 0x0f) === 8 ? asZlib(body, options) : asRaw(body, options)),
  br: promisify(brotliDecompress),
};

/** The parts of a body as they come. */
class Parts {
  #parts: Uint8Array[] = [];
  /** Memory for the whole body, if its length is known: parts and a copy of them would take twice as much. */
  #whole: Buffer | null = null;
  size = 0;

  add(part: Uint8Array): void {
    if (this.#whole !== null && this.size + part.length <= this.#whole.length) this.#whole.set(part, this.size);
    else {
      this.#parts = this.#partsSoFar();
      this.#parts.push(part);
    }
    this.size += part.length;
  }

  /** Makes room for a body of the length that its header states. */
  expect(length: number): void {
    if (!(length >= this.size && length <= MAX_BODY_BYTES)) return;
    const whole = Buffer.allocUnsafeSlow(length);
    this.concat().copy(whole);
    this.#whole = whole;
    this.#parts = [];
  }

  concat(): Buffer {
    const parts = this.#partsSoFar();
    return parts.length === 1 && parts[0] instanceof Buffer ? parts[0] : Buffer.concat(parts, this.size);
  }

  #partsSoFar(): Uint8Array[] {
    if (this.#whole === null) return this.#parts;
    const whole = this.#whole;
    this.#whole = null;
    return [this.size === whole.length ? whole : whole.subarray(0, this.size)];
  }
}

/**
 * Reads a body as a whole. Throws an error with the code `TOUCHSTONE_TOO_LARGE` above the cap and `TOUCHSTONE_SLOW`
 * once `deadline` has passed (in milliseconds of `performance.now()`), so that no stream blocks a run. The time that a
 * large body waits for its turn does not count. `stated` is the length in the header, if there is one.
 */
export async function readBody(stream: AsyncIterable<Uint8Array>, deadline: number, stated?: string): Promise<Buffer> {
  const body = new Parts();
  const parts = stream[Symbol.asyncIterator]();
  let end = deadline;
  const readTo = async (bytes: number): Promise<void> => {
    while (body.size <= bytes) {
      const part = await parts.next();
      if (part.done === true) return;
      if (body.size + part.value.length > MAX_BODY_BYTES) throw coded('TOUCHSTONE_TOO_LARGE');
      if (performance.now() > end) throw coded('TOUCHSTONE_SLOW');
      body.add(part.value);
    }
  };
  try {
    await readTo(LARGE_BYTES);
    const queuedAt = performance.now();
    const rest = () => {
      end += performance.now() - queuedAt;
      body.expect(Number(stated));
      return readTo(MAX_BODY_BYTES);
    };
    if (body.size > LARGE_BYTES) await turns(rest);
  } catch (error) {
    await parts.return?.();
    throw error;
  }
  return body.concat();
}

/** Undoes the content codings of a body, the last one first; throws for an unknown one. */
export async function decode(body: Buffer, contentEncoding = ''): Promise<Buffer> {
  const names = contentEncoding.split(',').map((name) => name.trim().toLowerCase());
  const codings = names.filter((name) => name !== '' && name !== 'identity').reverse();
  if (codings.length > MAX_CODINGS) throw coded('TOUCHSTONE_CODINGS');
  let decoded = body;
  for (const name of codings) {
    const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
    if (decoder === undefined) throw coded('TOUCHSTONE_CODING');
    const coding = decoded;
    if (coding.length > 0) decoded = await turns(() => decoder(coding, { maxOutputLength: MAX_BODY_BYTES }));
  }
  return decoded;
}

/** Throws for a body whose JSON has too many values, or too long a string, to be judged. */
export function assertJudgeable(body: Buffer): void {
  if (body.length <= SURELY_SMALL) return;
  const excess = excessOf(body);
  if (excess === 'values' || excess === 'characters') throw coded(`TOUCHSTONE_${excess.toUpperCase()}`);
}

/** An error that `failureOf` knows. */
export function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}
