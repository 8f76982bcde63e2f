import { describe, expect, it, onTestFinished } from 'vitest';
import { serve as serveHttp } from '../engine/serve.js';
import { serve, touchstone } from './command.js';

const FEW = ['--every', '1h', '--operation', 'getUsers', '--rule', 'paging.total-*'];

/** Watches until `when` is on stderr, then sends the signal, and says how it ended and how long after. */
async function stopped(target: readonly string[], when: string, signal: NodeJS.Signals) {
  let stoppedAt = 0;
  const ended = await touchstone(['watch', ...target, ...FEW], {
    onStderr(stderr, kill) {
      if (stoppedAt > 0 || !stderr.includes(when)) return;
      stoppedAt = performance.now();
      kill(signal);
    },
  });
  return { ...ended, afterMs: performance.now() - stoppedAt };
}

describe('touchstone watch', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'exits with 0 at %s between two runs, with metrics or without',
    async (signal) => {
      const { target } = await serve();
      const metrics = signal === 'SIGTERM' ? ['--metrics-port', '0', '--otlp', 'http://127.0.0.1:9'] : [];

      const { code, stdout, stderr, afterMs } = await stopped(
        [...target, ...metrics],
        'the next run starts at',
        signal,
      );

      expect([code, afterMs < 5000]).toEqual([0, true]);
      expect(stdout).toMatch(/^\d{4}-.*Z conforms: .*\n$/);
      expect(stderr).toContain('touchstone: stopping; interrupt again to stop at once\n');
    },
  );

  it('exits within 5 s during a run on a target that does not answer', async () => {
    let requested = () => {};
    const first = new Promise<void>((resolve) => {
      requested = resolve;
    });
    const { url, close } = await serveHttp(() => requested());
    onTestFinished(close);
    let killedAt = 0;

    const ended = touchstone(['watch', '--base-url', url, '--token', 't', ...FEW], {
      onStart(kill) {
        void first.then(() => {
          killedAt = performance.now();
          kill('SIGTERM');
        });
      },
    });

    expect((await ended).code).toBe(0);
    expect(performance.now() - killedAt).toBeLessThan(5000);
  });
});
