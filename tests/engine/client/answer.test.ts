import { describe, expect, it } from 'vitest';
import { Answer } from '../../../engine/client/answer.js';
import { answer } from '../answers.js';

const request = { method: 'GET', url: 'http://h/x', headers: {} };
const withBody = (body: Buffer | string, headers = {}) =>
  new Answer(request, { status: 200, headers, body: Buffer.from(body) }, null, 0, 1, 1);

it('shows the beginning of a body, also when the rest is dropped', () => {
  const one = withBody('é€'.repeat(20_000));
  expect(one.beginning(3)).toBe('é€é');
  one.shorten();
  expect(one.beginning(2000)).toBe('é€'.repeat(1000));
  expect(answer({ failure: 'refused' }).beginning(10)).toBe('');
});

describe('the JSON of a response', () => {
  it('is the value of the body, parsed once while it is in use', () => {
    const one = withBody('{"a":[1]}');

    expect(one.json).toEqual({ value: { a: [1] }, members: 1 });
    expect(one.json).toBe(one.json);
    expect(one.value).toEqual({ a: [1] });
  });

  it.each([
    ['', 'the body is empty'],
    [Buffer.from([0xef, 0xbb, 0xbf, 0x31]), 'it begins with a byte order mark'],
    [Buffer.from([0x22, 0xff, 0x22]), 'it is not UTF-8'],
  ])('has a problem that is named: %j', (body, problem) => {
    expect(withBody(body).json).toEqual({ problem });
    expect(withBody(body).value).toBeUndefined();
  });

  it.each([
    [Buffer.from([0xef]), 'it is not UTF-8'],
    [Buffer.from([0xef, 0xbb, 0x31]), 'it is not UTF-8'],
    [Buffer.from('\uf8ff'), expect.not.stringContaining('byte order mark')],
    [Buffer.from('\ufec0'), expect.not.stringContaining('byte order mark')],
    [Buffer.from([0x22, 0xc2, 0xbb, 0xc2, 0xbf, 0x22]), undefined],
    [Buffer.from('"\u00ef\u00bb\u00bf"'), undefined],
    [Buffer.from('"\ufeff"'), undefined],
    [Buffer.from('[]'), undefined],
  ])('has a byte order mark only with all three bytes at the beginning: %j', (body, problem) => {
    expect(withBody(body).json.problem).toEqual(problem);
  });

  it('is not read beyond the limits of a text', () => {
    expect(withBody(`${'['.repeat(1001)}${']'.repeat(1001)}`).json.problem).toMatch(/nested deeper/);
  });

  it('has the problem that the parser names, in the same words with each version of Node', () => {
    expect(withBody('{"a":}').json.problem).toMatch(/JSON/);
    expect(withBody('{"a":1 2}').json.problem).toBe("Expected ',' or '}' after property value in JSON at position 7");
  });

  it('is missing without a response', () => {
    expect(answer({ failure: 'refused' }).json).toEqual({ problem: 'the body is empty' });
  });
});

describe('a response', () => {
  it('has a status, headers, a media type and a text', () => {
    const one = withBody('é', { 'content-type': ' Application/JSON ; charset=utf-8', location: '/y' });

    expect([one.status, one.mediaType, one.header('location'), one.text]).toEqual([200, 'application/json', '/y', 'é']);
    expect(withBody('').mediaType).toBe('');
  });

  it('has none of them if there is none', () => {
    const one = answer({ failure: 'refused' });

    expect([one.status, one.mediaType, one.header('location'), one.text]).toEqual([0, '', undefined, '']);
  });

  it.each([
    [answer({ status: 404 }), '404'],
    [answer({ status: 302, headers: { location: '/y' } }), '302 with location /y'],
    [answer({ failure: 'refused' }), 'no response: a refused failure'],
    [answer({ failure: 'unsent' }), 'no response: a unsent failure'],
  ])('is described in a few words (%#)', (one, summary) => {
    expect(one.summary).toBe(summary);
  });
});
