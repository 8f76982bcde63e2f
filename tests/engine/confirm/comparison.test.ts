import { describe, expect, it } from 'vitest';
import { compared } from '../../../engine/run/confirm/comparison.js';
import { result } from '../checks.js';

describe('a second look', () => {
  const world = {} as Parameters<typeof compared>[0];

  it('that the target did not answer is no sign that what was found is gone', async () => {
    const second = {
      ...result('inconclusive', {}, 'no response: the connection was refused'),
      cause: 'transport' as const,
    };

    expect(await compared(world, result('fail'), second)).toMatchObject({
      outcome: 'inconclusive',
      cause: 'transport',
      reason: 'found once, and the re-run got no response: no response: the connection was refused',
    });
  });

  it('that was answered and shows nothing is one', async () => {
    expect(await compared(world, result('fail'), result('pass'))).toMatchObject({
      outcome: 'inconclusive',
      cause: null,
      reason: expect.stringMatching(/^not reproduced: /),
    });
  });
});
