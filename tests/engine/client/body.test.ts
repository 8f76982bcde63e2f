import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decode, MAX_BODY_BYTES, readBody } from '../../../engine/client/body.js';

const text = Buffer.from('{"a":1}');

async function* chunks(...parts: Uint8Array[]) {
  yield* parts;
}
const later = () => performance.now() + 60_000;

describe('a body', () => {
  it('is read as a whole', async () => {
    expect(await readBody(chunks(), later())).toEqual(Buffer.alloc(0));
    expect(await readBody(chunks(text), later())).toBe(text);
    expect(await readBody(chunks(new Uint8Array(text)), later())).toEqual(text);
    expect(await readBody(chunks(text.subarray(0, 3), text.subarray(3)), later())).toEqual(text);
  });

  it('may be as large as the limit, and no larger', async () => {
    const large = Buffer.alloc(MAX_BODY_BYTES);

    expect(await readBody(chunks(large), later())).toHaveLength(MAX_BODY_BYTES);
    await expect(readBody(chunks(large, Buffer.alloc(1)), later())).rejects.toMatchObject({
      code: 'TOUCHSTONE_TOO_LARGE',
    });
  });

  it.each(['3145736', '3145735', '3145737', '2000000', '1', '-1', '99999999999', '3145736, 3145736', 'x', undefined])(
    'is read as it comes if its header states a length of %s',
    async (stated) => {
      const parts = [1024 * 1024, 1024 * 1024, 1024 * 1024, 8].map((size, index) => Buffer.alloc(size, index + 1));

      expect((await readBody(chunks(...parts), later(), stated)).equals(Buffer.concat(parts))).toBe(true);
    },
  );

  it('may wait for its turn beyond the deadline, if it is large', async () => {
    const large = Buffer.alloc(3 * 1024 * 1024);
    const slow = async function* () {
      yield large;
      await new Promise((resolve) => setTimeout(resolve, 300));
      yield text;
    };

    const [, , last] = await Promise.all([
      readBody(slow(), later()),
      readBody(slow(), later()),
      readBody(chunks(large, text), performance.now() + 250),
    ]);

    expect(last).toHaveLength(large.length + text.length);
  });

  it('is given up at the deadline', async () => {
    await expect(readBody(chunks(text), performance.now() - 1)).rejects.toMatchObject({ code: 'TOUCHSTONE_SLOW' });
  });
});

describe('a content coding', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['GZIP', gzipSync(text)],
    ['identity', text],
    ['', text],
    [' , identity, ', text],
    ['deflate, gzip', gzipSync(deflateSync(text))],
  ])('is undone: %s', async (coding, body) => {
    expect(await decode(body, coding)).toEqual(text);
  });

  it('is none if none is named', async () => {
    expect(await decode(text)).toBe(text);
  });

  it('needs no decoding of an empty body', async () => {
    expect(await decode(Buffer.alloc(0), 'gzip')).toHaveLength(0);
  });

  it.each(['zstd', 'toString', 'gzip, zstd'])('that is unknown is an error: %s', async (coding) => {
    await expect(decode(gzipSync(text), coding)).rejects.toMatchObject({ code: 'TOUCHSTONE_CODING' });
  });

  it('that hides a body above the limit is an error', async () => {
    await expect(decode(gzipSync(Buffer.alloc(MAX_BODY_BYTES + 1)), 'gzip')).rejects.toMatchObject({
      code: 'ERR_BUFFER_TOO_LARGE',
    });
  });
});
