import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { emptyFolder, MAIN, touchstone } from './command.js';
import { differences, dump, type WritingTarget, writingTarget } from './writing-target.js';

/** How often a run is killed; TOUCHSTONE_KILLS=200 is what the promise is made of, and takes minutes. */
const KILLS = Number(process.env.TOUCHSTONE_KILLS ?? 12);
const SEED = Number(process.env.TOUCHSTONE_SEED ?? 1);
/** Runs at a time, each on a tenant of its own. */
const LANES = 4;
/** A kill comes up to so long after a write has reached the target, in milliseconds. */
const LATEST_MS = 25;
/** Writes that a run sends at least, by a wide margin. */
const WRITES = 100;

/** Numbers that look like chance and are the same for a seed. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Starts a run with writes and kills it shortly after its n-th write. Returns whether it was killed. */
async function killed(
  { url, reference, listen }: WritingTarget,
  cwd: string,
  atWrite: number,
  afterMs: number,
): Promise<boolean> {
  const argv = ['check', '--base-url', url, '--token', reference.token, '--quiet', '--consistency-window', '400ms'];
  const writes = [
    '--seed',
    `${SEED}`,
    '--allow-writes',
    '--allow-scope-all',
    '--operation',
    'update*',
    '--operation',
    'bulk*',
  ];
  const child = spawn(process.execPath, [MAIN, ...argv, ...writes], { cwd, stdio: 'ignore' });
  let count = 0;
  listen(() => {
    count += 1;
    if (count === atWrite) void sleep(afterMs).then(() => child.kill('SIGKILL'));
  });
  const signal = await new Promise<NodeJS.Signals | null>((resolve) =>
    child.on('exit', (_code, name) => resolve(name)),
  );
  listen(() => undefined);
  return signal === 'SIGKILL';
}

describe('a run that is killed while it writes', () => {
  it(`leaves what touchstone undo brings back byte for byte, ${KILLS} times (seed ${SEED})`, {
    timeout: 1_800_000,
  }, async () => {
    let kills = 0;
    let unlike = 0;
    const rounds = Array.from({ length: KILLS }, (_unused, round) => round);
    const work = async (number: number): Promise<void> => {
      const random = chance(SEED * 1000 + number);
      const own = await writingTarget(() => random() < 0.5);
      const before = dump(own.reference);
      for (let round = rounds.pop(); round !== undefined; round = rounds.pop()) {
        const cwd = emptyFolder();
        const [atWrite, afterMs] = [1 + Math.floor(random() * WRITES), Math.floor(random() * LATEST_MS)];
        const wasKilled = await killed(own, cwd, atWrite, afterMs);
        kills += Number(wasKilled);
        unlike += Number(dump(own.reference) !== before);
        const undone = await touchstone(['undo', '--base-url', own.url], {
          cwd,
          env: { TOUCHSTONE_TOKEN: own.reference.token },
        });
        const what = `round ${round}: killed ${afterMs} ms after write ${atWrite}\n${undone.stdout}${undone.stderr}`;
        expect(differences(before, dump(own.reference)), what).toEqual([]);
        expect(undone.code, what).toBe(0);
        rmSync(cwd, { recursive: true, force: true });
      }
    };
    await Promise.all(Array.from({ length: LANES }, (_unused, number) => work(number)));

    expect(kills).toBe(KILLS);
    // A kill that leaves nothing to undo shows nothing.
    expect(unlike).toBeGreaterThan(KILLS / 4);
  });
});
