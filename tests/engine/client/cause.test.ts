import { describe, expect, it } from 'vitest';
import { Answer } from '../../../engine/client/answer.js';
import { causeOf, isAway, isGatewayError } from '../../../engine/client/cause.js';
import { answer } from '../answers.js';

describe('the cause of a response that does not answer the request', () => {
  it.each([
    [200, null],
    [400, null],
    [401, 'unauthorized'],
    [402, null],
    [403, 'forbidden'],
    [404, null],
    [429, 'rate-limited'],
    [499, null],
    [500, 'server-error'],
    [503, 'server-error'],
  ])('of status %i is %s', (status, cause) => {
    expect(causeOf(answer({ status }))).toBe(cause);
  });

  it.each([
    ['name', 'transport'],
    ['refused', 'transport'],
    ['tls', 'transport'],
    ['network', 'transport'],
    ['protocol', 'transport'],
    ['timeout', 'timeout'],
    ['too-large', 'limit'],
    ['coding', 'limit'],
    ['unsendable', null],
    ['aborted', null],
    ['unsent', null],
  ] as const)('of a failure of kind %s is %s', (failure, cause) => {
    expect(causeOf(answer({ failure }))).toBe(cause);
  });

  it('of JSON that is nested too deeply is limit once it was read', () => {
    const deep = new Answer(
      { method: 'GET', url: 'http://h/', headers: {} },
      { status: 200, headers: {}, body: Buffer.from('['.repeat(1001) + ']'.repeat(1001)) },
      null,
      0,
      1,
      1,
    );

    expect(causeOf(deep)).toBeNull();
    expect(deep.json.problem).toBe('it is nested deeper than 1000 levels');
    expect(causeOf(deep)).toBe('limit');
    expect(causeOf(deep.excerpt)).toBe('limit');
  });

  it('is the one that a failure names itself', () => {
    const failure = { kind: 'unsent', message: '', hint: '', cause: 'timeout' } as const;

    expect(causeOf({ failure, status: 0 })).toBe('timeout');
  });
});

describe('a target', () => {
  it.each([401, 429, 502, 503, 504])('is away that returns %i', (status) => {
    expect(isAway(answer({ status }))).toBe(true);
  });

  it.each([200, 302, 400, 403, 404, 500, 501, 505])('is not away that returns %i', (status) => {
    expect(isAway(answer({ status }))).toBe(false);
  });

  it.each(['refused', 'timeout', 'too-large', 'aborted', 'unsent'] as const)(
    'is away after a failure: %s',
    (failure) => {
      expect(isAway(answer({ failure }))).toBe(true);
    },
  );

  it.each([
    [500, false],
    [501, false],
    [502, true],
    [503, true],
    [504, true],
    [505, false],
  ])('that returns %i is behind a gateway error: %s', (status, expected) => {
    expect(isGatewayError(status)).toBe(expected);
  });
});
