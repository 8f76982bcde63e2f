import { decodedText } from './decoded-text.js';

/** Shorter base64 fragments occur by chance. */
const SHORTEST_BASE64 = 8;

/** In other letters, a shorter secret may be a common word. */
const SHORTEST_RECASED = 8;

/**
 * A secret as it may be written: plain, and URL-encoded, JSON-escaped (once and twice), HTML-escaped, in hex, in base64 (once
 * and twice), as the numbers of its bytes, in UTF-16, and in capital or small letters.
 */
export function encodedForms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const url = encodeURIComponent(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    url.replaceAll('%20', '+'),
    json,
    JSON.stringify(json).slice(1, -1),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    ...bytesForms(bytes),
    ...[url, json].filter((text) => text !== secret).flatMap((text) => base64Forms(Buffer.from(text, 'utf8'))),
    ...base64Forms(Buffer.from(bytes.toString('base64'), 'latin1')),
    ...bytesForms(Buffer.from(secret, 'utf16le')),
    ...recased(secret),
  ];
}

/** Bytes in hex and base64, and as numbers. */
function bytesForms(bytes: Buffer): string[] {
  const hex = bytes.toString('hex');
  const grouped = hex.replace(/..(?=.)/g, '$&:');
  return [hex, hex.toUpperCase(), grouped, grouped.toUpperCase(), [...bytes].join(','), ...base64Forms(bytes)];
}

/** A secret in capital letters, in small letters, and with both exchanged. */
function recased(secret: string): string[] {
  if (secret.length < SHORTEST_RECASED) return [];
  const [upper, lower] = [secret.toUpperCase(), secret.toLowerCase()];
  return [
    upper,
    lower,
    [...secret].map((one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase())).join(''),
  ];
}

/** A value in base64: alone, and as part of something longer, where it may begin at each of three positions. */
export function base64Forms(bytes: Buffer): string[] {
  const alone = bytes.toString('base64');
  const within = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // The first and the last character may also carry bits of what is around the value.
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const forms = [alone, alone.replace(/=+$/, ''), ...within.filter((text) => text.length >= SHORTEST_BASE64)];
  return forms.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}

/** A secret as it stands in a text whose escapes are resolved: as it is, byte by byte, in hex, in base64 and as numbers; without white space. */
export function decodedForms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const plain = [secret, bytes.toString('latin1'), ...recased(secret)].map((text) => text.replace(/\s/g, ''));
  // A secret that contains what looks like an escape is decoded along with the text around it.
  const once = plain.flatMap((text) => decodedText(text)?.plain ?? []);
  const twice = once.flatMap((text) => decodedText(text)?.plain ?? []);
  return [...plain, ...once, ...twice, ...bytesForms(bytes)];
}
