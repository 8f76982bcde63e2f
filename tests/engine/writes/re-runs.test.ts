import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { JudgeRule } from '../../../engine/run/rule.js';
import { Refusal } from '../../../reference/refusal.js';
import { digestOf, ruleOf, runRules, served } from './run-rules.js';

async function start(...options: Parameters<typeof served>) {
  const { reference, target } = await served(...options);
  onTestFinished(() => reference.close());
  return { reference, target, before: digestOf(reference) };
}

/** A rule with a given result for each run of the checks. */
function finding(...looks: readonly boolean[]) {
  let look = 0;
  return ruleOf('finding', async (context) => {
    const { record } = context;
    const answer = await context.send({ record, body: context.patchFor(record), valid: true });
    if (looks[look] === true) context.report(answer, { at: '/x', expected: 'a', actual: 'b', message: 'found' });
    look += 1;
  });
}

const judging: JudgeRule = {
  id: 'judging',
  clause: 'answers.json',
  needs: [],
  appliesTo: () => true,
  judge: ({ answer }, report) => {
    if (answer.header('x-odd') !== undefined)
      report({ at: 'header x-odd', expected: 'none', actual: 'one', message: 'odd' });
  },
};

it('confirms what a rule finds twice, and drops what it finds once', async () => {
  const { target, reference, before } = await start();

  const twice = await runRules(target, { updateUser: [finding(true, true)] });
  const once = await runRules(target, { updateUser: [finding(true, false)] });

  expect(twice.results[0]).toMatchObject({ outcome: 'fail', evidence: [expect.anything()] });
  expect(once.results[0]).toMatchObject({
    outcome: 'inconclusive',
    reason: 'not reproduced: a re-run of the check did not find it',
  });
  expect(digestOf(reference)).toBe(before);
});

it.each([
  ['confirms what only the record of the first run shows', true, 'fail'],
  ['drops what no later run shows', false, 'inconclusive'],
])('%s', async (_what, again, outcome) => {
  const { target, reference, before } = await start();
  const held: string[] = [];
  const rule = ruleOf('finding', async (context) => {
    const { record } = context;
    const answer = await context.send({ record, body: context.patchFor(record), valid: true });
    const isShown = held.length === 0 || (again && record.id === held[0]);
    held.push(record.id);
    if (isShown) context.report(answer, { at: '/x', expected: 'a', actual: 'b', message: 'found' });
  });

  // It holds the first record while the other check gets its own, and is not re-run.
  const beside = ruleOf('beside', () => setTimeout(100));
  const { results } = await runRules(target, { updateUser: [beside, rule] });

  const [first, second, ...rest] = held;
  expect(second).not.toBe(first);
  expect(rest).toEqual([first]);
  expect(results.find(({ check }) => check.rule === rule)?.outcome).toBe(outcome);
  expect(digestOf(reference)).toBe(before);
});

// The first write of a run proves that the record can be restored; no rule sees it.
it.each([
  ['confirms what a rule that judges finds in the answers to writes, by writing once more', [2, 3, 4], 'fail'],
  ['drops what a rule that judges finds in one answer only', [2], 'inconclusive'],
])('%s', async (_what, odd, outcome) => {
  let writes = 0;
  const { target } = await start({
    hooks: [
      (steps) => ({
        write(context) {
          writes += 1;
          const answer = steps.write(context);
          return odd.includes(writes) ? { ...answer, headers: { 'x-odd': '1' } } : answer;
        },
      }),
    ],
  });

  const { results } = await runRules(target, { updateUser: [finding(), judging] });

  expect(results.find(({ check }) => check.rule.id === 'judging')?.outcome).toBe(outcome);
});

it('confirms what a rule that judges finds in the answers to writes of one record, by writing to it once more', async () => {
  const held: string[] = [];
  const rule = ruleOf('finding', async (context) => {
    const { record } = context;
    held.push(record.id);
    await context.send({ record, body: context.patchFor(record), valid: true });
  });
  const { target } = await start({
    hooks: [
      (steps) => ({
        write(context) {
          const answer = steps.write(context);
          return context.params.userId === held[0] ? { ...answer, headers: { 'x-odd': '1' } } : answer;
        },
      }),
    ],
  });

  const beside = ruleOf('beside', () => setTimeout(100));
  const { results } = await runRules(target, { updateUser: [beside, rule, judging] });

  expect(held).toEqual([held[0], expect.not.stringMatching(String(held[0])), held[0]]);
  expect(results.find(({ check }) => check.rule.id === 'judging')?.outcome).toBe('fail');
});

it('says that writes do not apply where every one is refused with 403, to rules that judge too', async () => {
  const forbidden = () => {
    throw new Refusal(403, 'Not allowed to write');
  };
  const { target } = await start({ hooks: [() => ({ write: forbidden })] });

  const { results } = await runRules(target, { updateUser: [finding(), judging], getUsersTask: [judging] });

  expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual(
    results.map(() => ['not-applicable', 'the target returns 403 for writes']),
  );
});
