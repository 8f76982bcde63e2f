import { describe, expect, it } from 'vitest';
import { type CheckOptions, check, type TargetOptions, undo } from '../../index.js';

const target = { baseUrl: 'http://127.0.0.1:1' };

describe('an unknown option of check()', () => {
  it.each<[object, object, string, string]>([
    [{ ...target, toke: 1 }, {}, 'unknown option "toke" in TargetOptions', 'Did you mean "token"?'],
    [{ ...target, retries: 1 }, {}, 'unknown option "retries" in TargetOptions', 'Known: baseUrl, token'],
    [target, { rulez: ['paging.*'] }, 'unknown option "rulez" in CheckOptions', 'Did you mean "rules"?'],
    [target, { retries: 1 }, 'unknown option "retries" in CheckOptions', 'The type CheckOptions'],
  ])('is refused before the first request: %j, %j', async (given, options, message, hint) => {
    await expect(check(given as TargetOptions, options as CheckOptions)).rejects.toMatchObject({
      name: 'UsageError',
      message,
      hint: expect.stringContaining(hint),
    });
  });
});

describe('a wrong value of an option of check()', () => {
  it.each<[unknown, unknown, string, string]>([
    [undefined, {}, 'TargetOptions is undefined', 'Give an object, such as { baseUrl'],
    ['http://h', {}, 'TargetOptions is a string', 'Give an object, such as { baseUrl'],
    [{}, {}, 'the base URL is missing', 'Give it as baseUrl'],
    [
      { baseUrl: new URL('http://h') },
      {},
      'the option baseUrl in TargetOptions is an object of the class URL',
      'a string',
    ],
    [
      { ...target, headers: { a: 1 } },
      {},
      'the option headers in TargetOptions is an object with',
      'values are strings',
    ],
    [{ ...target, wireForm: 'x' }, {}, 'the option wireForm in TargetOptions is "x"', 'Give one of object, array.'],
    [{ ...target, auth: { kind: 'x' } }, {}, 'the option auth in TargetOptions is an object', 'bearer, basic, apiKey'],
    [target, null, 'CheckOptions is null', 'Give an object'],
    [target, { rules: 'paging.*' }, 'the option rules in CheckOptions is "paging.*"', 'Give an array of strings.'],
    [target, { areas: ['x'] }, 'the option areas in CheckOptions is ["x"]', 'Give an array of applications, users'],
    [target, { level: 'x' }, 'the option level in CheckOptions is "x"', 'Give one of must, should, gap.'],
    [target, { budget: 'x' }, 'the option budget in CheckOptions is "x"', 'Give one of quick, standard'],
    [target, { seed: -1 }, 'the option seed in CheckOptions is -1', 'Give a whole number from 0 to 4294967295.'],
    [target, { concurrency: 0 }, 'the option concurrency in CheckOptions is 0', 'Give a whole number from 1 to 1000.'],
    [target, { rps: Number.NaN }, 'the option rps in CheckOptions is NaN', 'Give a number from'],
    [target, { rps: 0.0001 }, 'the option rps in CheckOptions is 0.0001', 'Give a number from 0.001 to 1000000.'],
    [target, { rps: 1e9 }, 'the option rps in CheckOptions is 1000000000', 'Give a number from 0.001 to 1000000.'],
    [target, { timeoutMs: '30s' }, 'the option timeoutMs in CheckOptions is "30s"', 'a number of milliseconds'],
    [target, { timeoutMs: 0 }, 'the option timeoutMs in CheckOptions is 0', 'more than 0'],
    [target, { timeoutMs: 2 ** 31 - 1 }, 'the option timeoutMs in CheckOptions is 2147483647', 'at most 1728000000'],
    [
      target,
      { requireDecided: '95%' },
      'the option requireDecided in CheckOptions is "95%"',
      'Give a number from 0 to 100.',
    ],
    [target, { onProgress: 5 }, 'the option onProgress in CheckOptions is 5', 'Give a function.'],
    [target, { signal: {} }, 'the option signal in CheckOptions is an object with', 'Give an AbortSignal.'],
  ])('is refused before the first request: %j, %j', async (given, options, message, hint) => {
    await expect(check(given as TargetOptions, options as CheckOptions)).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    });
  });

  it('is not repeated if it may be a secret', async () => {
    const given = { ...target, token: ['S3CRET'] } as unknown as TargetOptions;

    await expect(check(given)).rejects.toMatchObject({ message: 'the option token in TargetOptions is an array' });
  });
});

describe('an option of undo()', () => {
  it.each<[unknown, unknown, string, string]>([
    ['j.jsonl', { basUrl: 'http://h' }, 'unknown option "basUrl" in UndoOptions', 'Did you mean "baseUrl"?'],
    ['j.jsonl', { force: 'id' }, 'the option force in UndoOptions is "id"', 'Give an array of strings.'],
    [{ baseUrl: 'http://h' }, {}, 'the journal is not the path of a file', 'Give it first: undo('],
  ])('is refused before the journal is read: %j, %j', async (file, options, message, hint) => {
    await expect(undo(file as string, options as object)).rejects.toMatchObject({
      name: 'UsageError',
      message,
      hint: expect.stringContaining(hint),
    });
  });
});
