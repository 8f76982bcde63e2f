import { expect, test } from 'vitest';
import { soakVerdict } from '../../../engine/soak/soak-verdict.js';

const CONFORMS = { verdict: 'conforms' as const, verdictReason: 'all passed' };
const LOAD = { rps: 50, reached: 50, requests: 500, repeated: 10 };
const outcome = {
  verdicts: [CONFORMS],
  rounds: { complete: 1, cut: 1 },
  interrupted: false,
  load: LOAD,
  checks: [],
  operations: [],
  errors: [],
  untested: null,
  errorsAtEnd: 9,
  strict: false,
};
const FAILED = { level: 'must' as const, inconclusive: 0, message: 'wrong', windows: [0] };

test('a soak conforms if every round does', () => {
  expect(soakVerdict(outcome)).toEqual({
    verdict: 'conforms',
    verdictReason: 'no requirement failed in 1 complete round',
  });
});

test('one failed round is enough, also of a soak that was interrupted', () => {
  const checks = [
    { ...FAILED, id: 'a', passed: 3, failed: 1 },
    { ...FAILED, id: 'b', passed: 0, failed: 4 },
    { ...FAILED, id: 'c', level: 'should' as const, passed: 0, failed: 4 },
  ];
  const verdicts = [CONFORMS, { verdict: 'does-not-conform' as const, verdictReason: '' }];
  expect(soakVerdict({ ...outcome, verdicts, checks, interrupted: true })).toEqual({
    verdict: 'does-not-conform',
    verdictReason: '2 checks failed, 1 of them only at times',
  });
});

test.each([
  ['it was interrupted', { interrupted: true }, 'interrupted'],
  [
    'a round was incomplete',
    { verdicts: [CONFORMS, { verdict: 'incomplete' as const, verdictReason: 'gone' }] },
    'gone',
  ],
  ['the target cannot be tested', { untested: 'it is away' }, 'the soak ended after its first round: it is away'],
  ['it ended with errors', { errorsAtEnd: 10 }, 'the last 10 requests of the soak got no response but errors'],
  ['no round was complete', { verdicts: [], rounds: { complete: 0, cut: 1 } }, 'not one round'],
  [
    'no request got a response',
    {
      verdicts: [],
      rounds: { complete: 0, cut: 1 },
      operations: [{ id: 'getUsers', errors: [] }],
      errors: [
        { kind: 'refused', count: 19 },
        { kind: 'timeout', count: 1 },
      ],
    },
    'no request got a response (refused: 19, timeout: 1); run `touchstone doctor`',
  ],
  ['the rate was not reached', { load: { ...LOAD, reached: 44.9 } }, '44.9 requests per second'],
])('a soak is inconclusive if %s', (_why, change, reason) => {
  const { verdict, verdictReason } = soakVerdict({ ...outcome, ...change });
  expect(verdict).toBe('inconclusive');
  expect(verdictReason).toContain(reason);
});
