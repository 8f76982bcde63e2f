import { expect, it, onTestFinished } from 'vitest';
import { on } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import { Refusal } from '../../reference/refusal.js';
import { mediaType } from '../../suites/laws/writes/merge-patch/answer.js';
import { requiredMembers } from '../../suites/laws/writes/merge-patch/broken-bodies.js';
import { effect } from '../../suites/laws/writes/merge-patch/effect.js';
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

/** Each record is away for so many requests from an update on: for reads too, or for updates alone. */
function awayFrom(update: number, requests: number, reads: boolean): Hook {
  const updates = new Map<string, number>();
  const left = new Map<string, number>();
  const assertThere = (id: string) => {
    const more = left.get(id) ?? 0;
    left.set(id, more - 1);
    if (more > 0) throw new Refusal(404, 'it is away');
  };
  return (steps) => ({
    readBody: (context) => {
      const { userId = '' } = context.params;
      const count = (updates.get(userId) ?? 0) + 1;
      updates.set(userId, count);
      if (count === update) left.set(userId, requests);
      assertThere(userId);
      return steps.readBody(context);
    },
    read: (context) => {
      if (reads && context.operation.id === 'getUser') assertThere(context.params.userId ?? '');
      return steps.read(context);
    },
  });
}

it.each([
  [{ rule: effect, update: 2, requests: 10, reads: true }, 'inconclusive'],
  [{ rule: effect, update: 2, requests: 1, reads: false }, 'pass'],
  [{ rule: effect, update: 2, requests: 1000, reads: false }, 'fail'],
  [{ rule: mediaType, update: 1, requests: 10, reads: true }, 'inconclusive'],
  [{ rule: mediaType, update: 1, requests: 1000, reads: false }, 'fail'],
] as const)('updates of a record that is away, %j: %s', async ({ rule, update, requests, reads }, outcome) => {
  const { reference, target } = await served({ hooks: [awayFrom(update, requests, reads)] });
  onTestFinished(() => reference.close());

  const { results } = await runRules(target, { updateUser: [rule] });

  expect(results.map((result) => result.outcome)).toEqual([outcome]);
});
