import { describe, expect, test } from 'vitest';
import { Answer } from '../../../engine/client/answer.js';
import type { Failure } from '../../../engine/client/failure.js';
import { SoakRecord } from '../../../engine/soak/soak-record.js';
import { sampleCheck, sampleRun } from '../../reporters/sample-run.js';

const START = Date.parse('2026-01-01T00:00:00Z');

function answer(status: number, at: number, durationMs = 5, kind?: Failure['kind'], number = 1): Answer {
  const request = { method: 'GET', url: 'http://target.example/users', headers: {} };
  if (kind !== undefined)
    return new Answer(request, null, { kind, message: '', hint: '' }, START + at, durationMs, 1, number);
  return new Answer(request, { status, headers: {}, body: Buffer.alloc(0) }, null, START + at, durationMs, 1, number);
}

describe('the record of a soak', () => {
  test('counts requests, response times and errors in the window in which they were sent', () => {
    const record = new SoakRecord(START, 1000, 2);
    const answers = [answer(200, 10, 4), answer(503, 20), answer(0, 1500, 9, 'timeout'), answer(0, 1600, 9, 'aborted')];
    for (const one of answers) {
      record.attempt(one);
      record.answer('getUsers', one);
    }
    const [first, second, ...others] = record.windows(1800);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      fromMs: 0,
      toMs: 1000,
      requests: 2,
      rps: 2,
      errors: [{ kind: 'HTTP 503', count: 1 }],
    });
    expect(first?.latency?.count).toBe(2);
    expect(second).toMatchObject({ toMs: 1800, requests: 2, errors: [{ kind: 'timeout', count: 1 }] });
    expect(second).not.toHaveProperty('latency');
    expect(record.errors).toHaveLength(2);
    expect(record.operations).toMatchObject([{ id: 'getUsers', latency: { count: 2 } }]);
  });

  test('counts the errors since the last response', () => {
    const record = new SoakRecord(START, 1000, 1);
    for (const one of [answer(503, 1), answer(200, 2), answer(503, 3), answer(0, 4, 9, 'refused')]) record.attempt(one);
    // What the end of the soak has aborted is neither.
    record.attempt(answer(0, 5, 9, 'aborted'));

    expect(record.errorsAtEnd).toBe(2);
  });

  test('has the response times to one percent', () => {
    const record = new SoakRecord(START, 1000, 1);
    for (let ms = 1; ms <= 1000; ms += 1) record.answer('getUsers', answer(200, 0, ms));
    const latency = record.operations[0]?.latency;
    expect(latency?.count).toBe(1000);
    for (const [value, expected] of [
      [latency?.p50Ms, 500],
      [latency?.p99Ms, 990],
      [latency?.maxMs, 1000],
    ] as const) {
      expect(Math.abs(Number(value) - expected)).toBeLessThanOrEqual(expected / 100);
    }
  });

  test('lists checks that failed in the window of the response that shows it, and those that varied', () => {
    const [exchange] = sampleRun().exchanges;
    const finding = { at: '', expected: 'a', actual: 'b', message: 'wrong', exchange: exchange?.id ?? '' };
    const fails = sampleCheck({ rule: 'one', level: 'must', outcome: 'fail', findings: [finding] });
    const passes = sampleCheck({ rule: 'one', level: 'must', outcome: 'pass', findings: [] });
    const always = sampleCheck({ rule: 'other', outcome: 'pass', findings: [] });
    const shown = { ...exchange, startedAt: new Date(START + 1200).toISOString() } as NonNullable<typeof exchange>;
    const record = new SoakRecord(START, 1000, 2);
    record.round(sampleRun({ checks: [passes, always], interrupted: false }));
    record.round(sampleRun({ checks: [fails, always], exchanges: [shown], interrupted: false }));
    const open = sampleCheck({ rule: 'other', outcome: 'inconclusive', reason: 'cut', findings: [] });
    record.round(sampleRun({ checks: [open], interrupted: true }));

    expect(record.checks).toEqual([
      { id: 'getUsers/one', level: 'must', passed: 1, failed: 1, inconclusive: 0, message: 'wrong', windows: [1] },
    ]);
    expect(record.windows(2000).map(({ checks }) => checks.failed)).toEqual([0, 1]);
  });

  test('counts nothing that waited for its turn or was not decided when the soak ended', () => {
    const record = new SoakRecord(START, 1000, 1);
    record.attempt(answer(200, 900));
    for (let unsent = 0; unsent < 100; unsent += 1) record.attempt(answer(0, 990, 0, 'aborted', 0));
    record.decided({ outcome: 'inconclusive' }, START + 900);
    record.decided({ outcome: 'inconclusive' }, START + 1001, true);
    record.decided({ outcome: 'pass' }, START + 1001, true);

    expect(record.requests).toBe(1);
    expect(record.windows(1000)).toMatchObject([{ requests: 1, checks: { passed: 1, inconclusive: 1 } }]);
  });

  test('refers to no exchange, because its report has none', () => {
    const reason = 'not reproduced: a re-run of the check did not find it';
    const record = new SoakRecord(START, 1000, 1);
    const passes = sampleCheck({ rule: 'one', outcome: 'pass', findings: [] });
    const varies = sampleCheck({
      rule: 'one',
      outcome: 'inconclusive',
      findings: [],
      reason: `${reason} (response of the re-run: exchange x9)`,
    });
    for (const check of [passes, varies]) record.round(sampleRun({ checks: [check], interrupted: false }));

    expect(record.checks.map(({ message }) => message)).toEqual([reason]);
  });
});
