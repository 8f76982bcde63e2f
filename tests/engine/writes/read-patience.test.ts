import { expect, it } from 'vitest';
import { ReadPatience } from '../../../engine/writes/read-patience.js';

const inVain = { value: null, held: false, reads: 9, waitedMs: 5000 };
const shownAfter = (waitedMs: number) => ({ value: null, held: true, reads: 2, waitedMs });

function patienceAfter(...waits: Parameters<ReadPatience['record']>[0][]): ReadPatience {
  const patience = new ReadPatience(5000);
  for (const wait of waits) patience.record(wait);
  return patience;
}

it('waits for the consistency window, also after two waits in vain', () => {
  expect(patienceAfter().next(false)).toBe(5000);
  expect(patienceAfter(inVain, inVain).next(false)).toBe(5000);
});

it('waits less after three waits in vain, or after one of the same check', () => {
  expect(patienceAfter(inVain, inVain, inVain).next(false)).toBe(1500);
  expect(patienceAfter(inVain).next(true)).toBe(1500);
});

it('waits three times as long as the longest delay that was seen, and never longer than the window', () => {
  expect(patienceAfter(shownAfter(800), shownAfter(300)).next(true)).toBe(2400);
  expect(patienceAfter(shownAfter(3000)).next(true)).toBe(5000);
});

it('takes a read that shows the write at once for no delay', () => {
  expect(patienceAfter({ ...shownAfter(4000), reads: 1 }).next(true)).toBe(1500);
});

it('waits for the window again in a re-run, and still knows the delays', () => {
  const patience = patienceAfter(shownAfter(800), inVain, inVain, inVain);
  patience.reset();
  expect([patience.next(false), patience.next(true)]).toEqual([5000, 2400]);
});
