import { describe, expect, it } from 'vitest';
import { CREDENTIAL_CHANGES } from '../../../engine/access/extension.js';
import { Redaction } from '../../../engine/client/redaction.js';

const secret = 'p&s"w\\rd/ü <7>+x';
const redaction = new Redaction([secret, 'eyJhbGciOiJIUzI1NiJ9.payload.signature'], ['X-Tenant']);
const bytes = Buffer.from(secret);

describe('a secret value', () => {
  it.each([
    ['plain', secret],
    ['URL-encoded', encodeURIComponent(secret)],
    ['URL-encoded in lower case', encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
    ['as a form field', new URLSearchParams({ a: secret }).toString().slice(2)],
    ['JSON-escaped', JSON.stringify(secret).slice(1, -1)],
    ['JSON in a JSON text', JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
    ['HTML-escaped', secret.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;').replace('"', '&quot;')],
    ['JSON-escaped with slashes, as PHP does', JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
    [
      'JSON-escaped in full',
      [...secret].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    ],
    [
      'JSON-escaped in upper case',
      secret.replace(/\W/g, (one) => `\\u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`),
    ],
    ['URL-encoded in full', [...bytes].map((byte) => `%${byte.toString(16)}`).join('')],
    ['URL-encoded twice', encodeURIComponent(encodeURIComponent(secret))],
    ['as numbers of HTML', [...secret].map((one) => `&#${one.codePointAt(0)};`).join('')],
    ['over two lines', `${secret.slice(0, 7)}\r\n    ${secret.slice(7)}`],
    ['over two lines of a JSON text', `${secret.slice(0, 5)}\\n${JSON.stringify(secret.slice(5)).slice(1, -1)}`],
    ['a character a line', [...secret].join('\n')],
    ['in base64 over lines', bytes.toString('base64url').replace(/.{6}/g, '$&\n')],
    ['in base64 over lines of a JSON text', bytes.toString('base64url').replace(/.{6}/g, '$&\\r\\n')],
    ['in base64', bytes.toString('base64')],
    ['in base64 without padding', bytes.toString('base64').replace(/=+$/, '')],
    ['in base64url', bytes.toString('base64url')],
    ['in hex', bytes.toString('hex')],
    ['in upper-case hex', bytes.toString('hex').toUpperCase()],
  ])('is removed when it is written %s', (_form, written) => {
    expect(redaction.text(`before ${written} after`)).toBe('before [redacted] after');
  });

  it('is found in an answer as it is', () => {
    expect(redaction.finds(`before ${secret} after`)).toBe(true);
    expect(redaction.finds(`before ${bytes.toString('base64')} after`)).toBe(true);
  });

  it.each(['', 'u', 'us', 'user'])('is removed from the base64 of something longer, after "%s:"', (before) => {
    const whole = Buffer.from(`${before}:${secret}:and more`).toString('base64');

    const text = redaction.text(whole);

    expect(text).toContain('[redacted]');
    expect(Buffer.from(text.replace('[redacted]', ''), 'base64').toString()).not.toContain('s"w');
  });

  it('is removed wherever it occurs, and as often', () => {
    expect(redaction.text(`${secret}${secret}, ${secret}`)).toBe('[redacted][redacted], [redacted]');
  });

  it('is removed where the text was cut in the midst of it', () => {
    const cut = `/0/a is "eyJhbGciOiJIUzI1NiJ9.payl`;

    expect(redaction.text(`${cut}, not an integer`)).toBe('/0/a is "[redacted], not an integer');
    expect(redaction.text(cut)).toBe('/0/a is "[redacted]');
  });

  it.each([
    ['plain', 'the-first-part-of-a-long-secret-that-goes-on'],
    ['in base64', Buffer.from('the-first-part-of-a-long-secret-that-goes-on').toString('base64')],
    ['in hex', Buffer.from('the-first-part-of-a-long-secret-that-goes-on').toString('hex')],
  ])('is removed where it is folded over lines, %s, and the text was cut in the midst of it', (_form, written) => {
    const redaction = new Redaction(['the-first-part-of-a-long-secret-that-goes-on'], []);
    const folded = written.replace(/.{7}/g, '$&\r\n ');

    for (let length = 18; length <= folded.length; length += 1) {
      const left = redaction.text(`seen: ${folded.slice(0, length)}`);
      expect(left.replace(/\s/g, '')).toBe('seen:[redacted]');
    }
    expect(redaction.text(JSON.stringify({ seen: folded.slice(0, 24) }))).toBe('{"seen":"[redacted]"}');
  });

  it('is kept when it is too short to be distinctive, or a common word', () => {
    const short = new Redaction(['abc', 'true', 'Basic'], []);

    expect(short.text('{"abc": true, "scheme": "Basic"}')).toBe('{"abc": true, "scheme": "Basic"}');
  });

  it('leaves an empty text and a text without it as they are', () => {
    expect(redaction.text('')).toBe('');
    expect(redaction.text('{"a": [1, null]}')).toBe('{"a": [1, null]}');
    expect(redaction.finds('{"a": [1, null]}')).toBe(false);
  });
});

describe('a secret that a target echoes in a rare encoding', () => {
  const key = 'Top5ecret/Key+of=9-me';
  const ownBytes = Buffer.from(key);
  const hex = [...ownBytes].map((byte) => byte.toString(16));
  const exchanged = [...key].map((one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase())).join('');

  it.each([
    ['capital letters', key.toUpperCase()],
    ['small letters', key.toLowerCase()],
    ['letters of the other case', exchanged],
    ['numbers of HTML in hex, without semicolons', hex.map((byte) => `&#X${byte}`).join('')],
    ['names of HTML', key.replace('/', '&sol;').replace('+', '&plus;').replace('=', '&equals;').replace('-', '&dash;')],
    ['escapes of JavaScript', hex.map((byte) => `\\x${byte}`).join('')],
    ['code points of JavaScript', hex.map((byte) => `\\u{${byte}}`).join('')],
    ['octal escapes', [...ownBytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')],
    ['escapes of old scripts', hex.map((byte) => `%u00${byte}`).join('')],
    ['a buffer of Node', [...ownBytes].join(',')],
    ['a buffer over lines', [...ownBytes].join(',\n')],
    ['hex with colons', hex.join(':')],
    ['base64 of base64', Buffer.from(ownBytes.toString('base64')).toString('base64')],
    ['base64 of a URL', Buffer.from(encodeURIComponent(key)).toString('base64')],
    ['base64 of UTF-16', Buffer.from(key, 'utf16le').toString('base64')],
    ['hex of UTF-16', Buffer.from(key, 'utf16le').toString('hex')],
  ])('is removed: %s', (_encoding, written) => {
    const own = new Redaction([key], []);
    expect(own.text(`before ${written} after`)).toBe('before [redacted] after');
    expect(own.text(JSON.stringify({ a: written }))).toBe('{"a":"[redacted]"}');
  });

  it('is kept in other letters if it is short', () => {
    expect(new Redaction(['secret'], []).text('Secret SECRET')).toBe('Secret SECRET');
  });
});

describe('a secret name', () => {
  it.each([
    'authorization',
    'Proxy-Authorization',
    'cookie',
    'set-cookie',
    'x-api-key',
    'apikey',
    'api_key',
    'x-auth-token',
    'x-csrf-token',
    'client-secret',
    'x-tenant',
    'X-TENANT',
  ])('hides the header %s, whatever its value', (name) => {
    expect(redaction.headers({ [name]: 'a' })).toEqual({ [name]: '[redacted]' });
  });

  it.each(['content-type', 'www-authenticate', 'etag', 'x-request-id', 'location', 'user-agent', 'traceparent'])(
    'leaves the header %s, but not a secret in it',
    (name) => {
      expect(redaction.headers({ [name]: 'value' })).toEqual({ [name]: 'value' });
      expect(redaction.headers({ [name]: `value ${secret}` })).toEqual({ [name]: 'value [redacted]' });
    },
  );

  it('shows what was added to a credential', () => {
    expect(redaction.headers({ authorization: `Bearer ${secret}-touchstone` })).toEqual({
      authorization: '[redacted]-touchstone',
    });
  });

  it.each(Object.values(CREDENTIAL_CHANGES))('shows no character of a credential with the change $mark', (change) => {
    const changed = change.of(secret);

    expect(redaction.headers({ authorization: `Bearer ${changed}` })).toEqual({
      authorization: `[redacted]${change.mark}`,
    });
    expect(redaction.text(`no such token: ${changed}.`)).toBe('no such token: [redacted].');
    expect(redaction.headers({ authorization: `Bearer ${secret}` })).toEqual({ authorization: '[redacted]' });
  });

  it('shows a credential that was made up to be refused', () => {
    expect(redaction.headers({ authorization: 'Bearer wrong', cookie: 'real' }, ['Bearer wrong'])).toEqual({
      authorization: 'Bearer wrong',
      cookie: '[redacted]',
    });
  });

  it.each([
    ['{"accessToken":"abc","scope":"all"}', '{"accessToken":"[redacted]","scope":"all"}'],
    [
      '{"text": "{\\"refresh_token\\": \\"abc\\", \\"a\\": 1}"}',
      '{"text": "{\\"refresh_token\\": \\"[redacted]\\", \\"a\\": 1}"}',
    ],
    ['{"text": "{\\"token\\":\\"a\\\\\\"bc\\"}"}', '{"text": "{\\"token\\":\\"[redacted]\\"}"}'],
    ['/callback?session_id=abc&lang=en', '/callback?session_id=[redacted]&lang=en'],
    ['broken=1&mytoken=5', 'broken=1&mytoken=5'],
  ])('hides what hands out a token in %s', (body, shown) => {
    expect(redaction.text(body)).toBe(shown);
  });

  it('hides the member of a body that hands out a token', () => {
    expect(redaction.text('{"access_token": "a\\"b", "expires_in": 5}')).toBe(
      '{"access_token": "[redacted]", "expires_in": 5}',
    );
  });
});

describe('a large text of a hostile target', () => {
  it.each([
    ['backslashes', '\\'.repeat(300_000)],
    ['line breaks', 'p\n'.repeat(200_000)],
    ['percent signs', '%'.repeat(300_000)],
    ['beginnings of the secret', 'p&s"w\n'.repeat(60_000)],
    ['members without an end', '"token":"'.repeat(50_000)],
    ['quoted members without an end', '\\"token\\":\\"'.repeat(50_000)],
    ['beginnings of entities', '&#0'.repeat(100_000)],
  ])('of %s is searched quickly, where a quadratic search would take minutes', (_name, text) => {
    const start = performance.now();
    redaction.text(text);
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
