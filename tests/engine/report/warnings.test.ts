import { expect, it } from 'vitest';
import { warningsOf } from '../../../engine/report/warnings.js';

const run = {
  detects: 100,
  results: [],
  sampled: new Map(),
  stopped: null,
  requests: { sent: 10, retried: 0, failed: 0, traceId: '' } as never,
  insecure: false,
};

it('warns of bulk updates that had not ended, since their records may still change', () => {
  const own = (unended: number) =>
    warningsOf({ ...run, restoration: { undo: null, unended, refreshed: 0, changedOthers: 0, gone: 0 } }).filter(
      (one) => one.includes('had not ended'),
    );

  expect(own(0)).toEqual([]);
  expect(own(1)).toEqual([expect.stringMatching(/^1 bulk update had not ended when the run ended, so records may/)]);
  expect(own(2)).toEqual([expect.stringMatching(/^2 bulk updates had not ended/)]);
});

it('warns of several records that changed although no write named them', () => {
  const own = (changedOthers: number) =>
    warningsOf({ ...run, restoration: { undo: null, unended: 0, refreshed: 0, changedOthers, gone: 0 } }).join();

  expect(own(1)).toBe(own(0));
  expect(own(14)).toContain('14 records that no write named changed during the writes, to values that the run sent');
});

it('warns of outdated copies that writes refreshed, and of a power that could not be measured', () => {
  const own = (refreshed: number) =>
    warningsOf({ ...run, restoration: { undo: null, unended: 0, refreshed, changedOthers: 0, gone: 0 } });

  expect(own(0)).toEqual(own(0).filter((one) => !one.includes('copy')));
  expect(own(1)).toContainEqual(expect.stringMatching(/^1 record had an outdated copy of the name of another record;/));
  expect(own(2)).toContainEqual(expect.stringMatching(/^2 records had an outdated copy/));
  expect(warningsOf({ ...run, unmeasured: 'the power was not measured' })).toContain('the power was not measured');
});

it('warns of records that do not exist any more, and in which cases that may be', () => {
  const own = (gone: number, undo: string | null = null) =>
    warningsOf({ ...run, restoration: { undo, unended: 0, refreshed: 0, changedOthers: 0, gone } }).filter((one) =>
      one.includes('exist any more'),
    );

  expect(own(0)).toEqual([]);
  expect(own(1)).toEqual([expect.stringMatching(/^1 record that the run wrote to does not exist any more, neither/)]);
  expect(own(2)).toEqual([expect.stringMatching(/another client has deleted them, or the target with a write$/)]);
  expect(own(2, 'touchstone undo J')).toEqual([
    expect.stringMatching(/; if one comes back, touchstone undo J restores it$/),
  ]);
});

it('warns of the checks that a limit of requests left out, but not if nothing could be tested', () => {
  const own = (unjudged: string | null) => warningsOf({ ...run, detects: 77, unjudged });

  expect(own(null)).toEqual([expect.stringContaining('notice 77% of the known deviations')]);
  expect(own('the target cannot be tested')).toEqual([]);
});
