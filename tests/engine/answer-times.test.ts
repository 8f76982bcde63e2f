import { expect, test } from 'vitest';
import type { Failure } from '../../engine/client/failure.js';
import { AnswerTimes } from '../../engine/session/answer-times.js';

/** The times of one operation in a run from 1000 that took 600 ms, so that a part of it is 10 ms. */
function timesOf(...timed: readonly { startedAt: number; durationMs: number; failure?: Failure }[]) {
  const times = new AnswerTimes();
  for (const one of timed) times.add('getUsers', { failure: null, ...one });
  return times.of('getUsers', 1000, 600);
}

test('of many answers 200 durations stand for all, from the shortest to the longest', () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({ startedAt: 1000, durationMs: 1000 - index }));

  const { durationsMs = [] } = timesOf(...many);

  expect([durationsMs.length, durationsMs[0], durationsMs.at(-1)]).toEqual([200, 1, 1000]);
  expect(timesOf({ startedAt: 1000, durationMs: 1.23456 }).durationsMs).toEqual([1.235]);
});

test('requests are counted by when they were sent, within the run also where the clock was set', () => {
  const { timeline } = timesOf(
    ...[1000, 1009, 1010, 1599, 1600, 5000, 3].map((startedAt) => ({ startedAt, durationMs: 1 })),
  );

  expect(timeline).toHaveLength(60);
  expect([timeline[0], timeline[1], timeline[59]]).toEqual([3, 1, 3]);
});

test('an operation that was not asked has no times', () => {
  expect(new AnswerTimes().of('getUsers', 1000, 600)).toEqual({ timeline: [] });
});

test('a run that took no time at all has its requests at its start', () => {
  const times = new AnswerTimes();
  times.add('getUsers', { startedAt: 1000, durationMs: 0, failure: null });

  expect(times.of('getUsers', 1000, 0).timeline[0]).toBe(1);
});

test('half of the answers took the median at most, and 95 of 100 the percentile', () => {
  const durations = Array.from({ length: 100 }, (_, index) => 100 - index + 0.123);

  const { times } = timesOf(...durations.map((durationMs) => ({ startedAt: 1000, durationMs })));

  expect(times).toEqual({ count: 100, medianMs: 50.12, p95Ms: 95.12 });
});

test('a request without an answer is in the timeline, and takes no part in the answer times', () => {
  const failure: Failure = { kind: 'timeout', message: 'no answer came in time', hint: 'ask later' };

  const { times, durationsMs, timeline } = timesOf({ startedAt: 1000, durationMs: 30_000, failure });

  expect({ times, durationsMs, sent: timeline[0] }).toEqual({ times: undefined, durationsMs: undefined, sent: 1 });
});
