import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LastData, runOf } from '../../cli/history/run-of-line.js';
import { coursesOf } from '../../reporters/history/courses.js';
import type { RunLine } from '../../reporters/history/entry.js';

const LISTS = new Map([
  ['one', ['a/x', 'a/y', 'b/x', 'b/y']],
  ['two', ['b/y', 'c/x', 'a/x']],
]);

const run = fc.record({
  checks: fc.constantFrom('one', 'one', 'one', 'two', 'none'),
  // Outcomes of few kinds, so that runs often repeat those of the run before.
  outcomes: fc.string({ unit: fc.constantFrom(...'ppppffi'), minLength: 4, maxLength: 4 }),
  version: fc.constantFrom('1', '1', '1', '2'),
  data: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('0'.repeat(12), '1'.repeat(12))),
});
const history = fc
  .array(run, { maxLength: 12 })
  .map((runs) =>
    runs.map((one, index): RunLine => ({ ...template, ...one, at: `2026-01-01T00:00:${index + 10}.000Z` })),
  );

const template: RunLine = {
  format: 'touchstone.history/1',
  type: 'run',
  at: '',
  target: 'https://target.example/',
  version: '1',
  seed: 1,
  verdict: 'conforms',
  durationMs: 1.5,
  requests: 3,
  checks: 'one',
  outcomes: '',
  data: {},
  times: { a: [2, 1.5, 30], b: [1, 0, 1e3] },
};

/** One check over all runs, in the most obvious way. */
function course(id: string, runs: readonly RunLine[]) {
  const [operation = ''] = id.split('/');
  const decided = runs
    .map((one) => ({ one, outcome: one.outcomes[(LISTS.get(one.checks) ?? []).indexOf(id)] ?? '' }))
    .filter(({ outcome }) => outcome === 'p' || outcome === 'f');
  const pairs = decided.slice(1).map((now, index) => ({ now, before: decided[index] as typeof now }));
  const compared = pairs.filter(({ now, before }) => now.one.version === before.one.version);
  const isSame = ({ now, before }: (typeof pairs)[number]) =>
    before.one.data[operation] !== undefined && before.one.data[operation] === now.one.data[operation];
  const counted = (some: typeof pairs) => ({
    flips: some.filter(({ now, before }) => now.outcome !== before.outcome).length,
    pairs: some.length,
  });
  const failed = decided.filter(({ outcome }) => outcome === 'f');
  const last = decided.at(-1)?.outcome;
  const since = decided[decided.findLastIndex(({ outcome }) => outcome !== last) + 1];
  return {
    id,
    decided: decided.length,
    failed: failed.length,
    lastFailing: last === 'f',
    since: since?.one.at,
    firstFailed: failed[0]?.one.at ?? null,
    lastFailed: failed.at(-1)?.one.at ?? null,
    same: counted(compared.filter(isSame)),
    other: counted(compared.filter((pair) => !isSame(pair))),
  };
}

test('the courses of checks are those of counting run by run', () => {
  fc.assert(
    fc.property(history, (runs) => {
      const ids = ['a/x', 'a/y', 'b/x', 'b/y', 'c/x'];
      const wanted = ids.map((id) => course(id, runs)).filter(({ decided }) => decided > 0);

      const found = coursesOf(runs, LISTS).toSorted((one, other) => (one.id < other.id ? -1 : 1));

      expect(found.map(({ operation: _own, lastRun: _last, start: _start, ...rest }) => rest)).toEqual(wanted);
    }),
    { numRuns: 500 },
  );
});

test('a line is the run that was written to it, and a damaged one is an error', () => {
  fc.assert(
    fc.property(history, (runs) => {
      const last = new LastData();
      for (const one of runs) {
        const { checks, data, times, outcomes } = runOf(JSON.stringify(one), last) ?? template;
        expect({ checks, data, times, outcomes }).toEqual({
          checks: one.checks,
          data: one.data,
          times: one.times,
          outcomes: one.outcomes,
        });
      }
    }),
  );
  const line = JSON.stringify({ ...template, data: { a: '0'.repeat(12) } });

  expect(runOf(line.slice(0, -1), new LastData())).toBeNull();
  expect(runOf(line.replace('1.5,30', '1.5,,30'), new LastData())).toBeNull();
  expect(() => runOf(line.replace('"requests":3', '"requests":'), new LastData())).toThrow(SyntaxError);
});
