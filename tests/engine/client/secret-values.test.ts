import { describe, expect, it } from 'vitest';
import { Redaction } from '../../../engine/client/redaction.js';

const SECRET = 'correct-horse+battery/staple';
const text = (secrets: readonly string[], value: string) => new Redaction(secrets, []).text(value);

describe('a secret value', () => {
  it.each([
    ['plain', SECRET],
    ['in a URL', encodeURIComponent(SECRET)],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['in hex', Buffer.from(SECRET).toString('hex')],
  ])('is removed wherever it occurs: %s', (_form, own) => {
    expect(text([SECRET], `a ${own} b ${own} c`)).toBe('a [redacted] b [redacted] c');
    expect(new Redaction([SECRET], []).finds(`a ${own} b`)).toBe(true);
  });

  it('is removed with escapes that no encoder needs', () => {
    const escaped = [...SECRET].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

    expect(text([SECRET], `{"a":"${escaped}","b":"${escaped}"}`)).toBe('{"a":"[redacted]","b":"[redacted]"}');
  });

  it('is removed where it is cut, for as long as it matches', () => {
    expect(text([SECRET], `a ${SECRET.slice(0, 12)}`)).toBe('a [redacted]');
    expect(text([SECRET], `${SECRET.slice(0, 20)}! ${SECRET.slice(0, 15)}!`)).toBe('[redacted]! [redacted]!');
    expect(text([SECRET], `a ${SECRET.slice(0, 11)}!`)).toBe(`a ${SECRET.slice(0, 11)}!`);
  });

  it('stays if it is so short that it occurs by chance, or is a common word', () => {
    expect(text(['abc'], 'abc')).toBe('abc');
    expect(text(['abcd'], 'abcd')).toBe('[redacted]');
    expect(text(['True', 'BEARER'], 'True BEARER')).toBe('True BEARER');
  });

  it('is removed as a whole if another one is a part of it', () => {
    for (const secrets of [
      ['part', 'part-of-it'],
      ['part-of-it', 'part'],
    ]) {
      expect(text(secrets, 'part-of-it and part')).toBe('[redacted] and [redacted]');
    }
  });

  it('is not found in a text without it', () => {
    expect(new Redaction([SECRET], []).finds('nothing')).toBe(false);
    expect(new Redaction([], []).finds('nothing')).toBe(false);
    expect(text([], 'nothing\\u0041')).toBe('nothing\\u0041');
  });
});

describe('the value of a header', () => {
  it('is removed by the names that are given, whatever their case', () => {
    const redaction = new Redaction([], ['X-Tenant']);

    expect(redaction.headers({ 'x-tenant': 'acme', 'X-TENANT': 'acme', other: 'acme' })).toEqual({
      'x-tenant': '[redacted]',
      'X-TENANT': '[redacted]',
      other: 'acme',
    });
  });
});
