import { expect, test } from 'vitest';
import { SteadyPace } from '../../../engine/soak/steady-pace.js';

/** A pace whose clock only the test moves, with the number of turns that no request waited for. */
function paceOf(rps: number) {
  let [now, filled, ended] = [0, 0, false];
  let tick = () => {};
  const clock = {
    now: () => now,
    every(_ms: number, call: () => void) {
      tick = call;
      return () => {
        ended = true;
      };
    },
  };
  const pace = new SteadyPace(rps, () => (filled += 1), clock);
  return {
    pace,
    at(ms: number) {
      now = ms;
      tick();
      return filled;
    },
    isEnded: () => ended,
  };
}

test('gives so many turns per second, to those who wait and else to the filler', async () => {
  const { pace, at } = paceOf(10);
  const turns = [pace.turn(), pace.turn()];
  expect(at(99)).toBe(0);
  expect(at(200)).toBe(0);
  await Promise.all(turns);
  expect(at(300)).toBe(1);
  expect(at(350)).toBe(1);
  expect(at(500)).toBe(3);
});

test('catches up a quarter of a second at most after it was held up', () => {
  const { at } = paceOf(20);
  expect(at(10_000)).toBe(5);
  expect(at(10_050)).toBe(6);
});

test('lets everyone go when it stops', async () => {
  const { pace, isEnded } = paceOf(1);
  const waiting = pace.turn();
  pace.stop();
  await waiting;
  await pace.turn();
  expect(isEnded()).toBe(true);
});
