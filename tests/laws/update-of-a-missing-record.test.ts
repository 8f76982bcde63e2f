import { expect, it, onTestFinished } from 'vitest';
import { on } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import { Refusal } from '../../reference/refusal.js';
import { requiredMembers } from '../../suites/laws/writes/merge-patch/broken-bodies.js';
import { runRules, served } from '../engine/writes/run-rules.js';

/** Each record is away when an update without isQualified arrives, the first time or each time. */
const away = (each: boolean): Hook => {
  const seen = new Set<string>();
  return (steps) => ({
    readBody: (context) => {
      const key = `${context.params.userId}`;
      if (!context.body?.includes('isQualified') && (each || !seen.has(key))) {
        seen.add(key);
        throw new Refusal(404, 'it is away');
      }
      return steps.readBody(context);
    },
  });
};

it.each([
  { times: 'once', each: false, outcome: 'pass' },
  { times: 'each time', each: true, outcome: 'fail' },
])('an update without a member that returns 404 $times: $outcome', async ({ each, outcome }) => {
  const { reference, target } = await served({ hooks: [on('updateUser', away(each))] });
  onTestFinished(() => reference.close());

  const { results } = await runRules(target, { updateUser: [requiredMembers] });

  expect(results.map((result) => result.outcome)).toEqual([outcome]);
});
