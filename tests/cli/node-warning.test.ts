import { describe, expect, it } from 'vitest';
import { TARGET, touchstone } from './run-command.js';

const LINE =
  'touchstone: Node 20 gets no security fixes any more; use Node 22 or newer (TOUCHSTONE_NODE_WARNING=off hides this line)\n';

describe('the warning about an old Node', () => {
  it('is one line on standard error, never on standard output', async () => {
    const { stdout, stderr } = await touchstone([...TARGET, '--report', 'json=-'], { nodeVersion: '20.19.0' });

    expect(stderr.split(LINE)).toHaveLength(2);
    expect(stdout).not.toContain('Node 20');
  });

  it.each([
    ['on a supported Node', [], { nodeVersion: '22.0.0' }],
    ['with --quiet', ['-q'], { nodeVersion: '20.19.0' }],
    ['if it is turned off', [], { nodeVersion: '20.19.0', env: { TOUCHSTONE_NODE_WARNING: 'off' } }],
  ])('is not printed %s', async (_when, argv, world) => {
    const { stderr } = await touchstone([...TARGET, ...argv], world);

    expect(stderr).not.toContain('security fixes');
  });

  it('is printed once by a watch', async () => {
    const { stderr } = await touchstone(['watch', ...TARGET.slice(1), '--every', '1s'], {
      nodeVersion: '20.19.0',
      check: async () => {
        throw new Error('the first run ends the watch');
      },
    });

    expect(stderr.startsWith(LINE)).toBe(true);
  });
});
