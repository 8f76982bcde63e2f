import { describe, expect, it } from 'vitest';
import { type CheckOptions, check, type TargetOptions } from '../../index.js';

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
