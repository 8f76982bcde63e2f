import { decodedText } from './decoded-text.js';

/** Shorter base64 fragments occur by chance. */
const SHORTEST_BASE64 = 8;

/** A secret as it may be written: plain, and URL-encoded, JSON-escaped (once and twice), HTML-escaped, in hex and in base64. */
export function encodedForms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const url = encodeURIComponent(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const hex = bytes.toString('hex');
  return [
    secret,
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    url.replaceAll('%20', '+'),
    json,
    JSON.stringify(json).slice(1, -1),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    hex,
    hex.toUpperCase(),
    ...base64Forms(bytes),
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

/** A secret as it stands in a text whose escapes are resolved: as it is, byte by byte, in hex and in base64; without white space. */
export function decodedForms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const hex = bytes.toString('hex');
  const plain = [secret, bytes.toString('latin1')].map((text) => text.replace(/\s/g, ''));
  // A secret that contains what looks like an escape is decoded along with the text around it.
  const once = plain.flatMap((text) => decodedText(text)?.plain ?? []);
  const twice = once.flatMap((text) => decodedText(text)?.plain ?? []);
  return [...plain, ...once, ...twice, hex, hex.toUpperCase(), ...base64Forms(bytes)];
}
