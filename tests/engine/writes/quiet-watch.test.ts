import { expect, it, onTestFinished } from 'vitest';
import type { Hook } from '../../../reference/index.js';
import { ruleOf, runRules, served } from './run-rules.js';

type Flag = 'isOnline' | 'isInReview';

/** Another client changes a flag of one user after the other, with every request. */
const edits =
  (flag: Flag): Hook =>
  (steps) => {
    let at = 0;
    return {
      perform: (context) => {
        const { users } = context.tenant;
        const user = users.at(at % users.records.length);
        users.replace({ ...user, [flag]: !user[flag] });
        at += 37;
        return steps.perform(context);
      },
    };
  };

/** A rule that blames its write for some places of a record each time. */
const blaming = (...places: readonly string[]) =>
  ruleOf('blaming', async (context) => {
    const { record } = context;
    const answer = await context.send({ record, body: context.patchFor(record) });
    for (const at of places) context.report(answer, { at, expected: 'a', actual: 'b', message: 'changed' });
  });

async function resultOf(places: readonly string[], hooks: readonly Hook[] = []) {
  const { reference, target } = await served({ hooks });
  onTestFinished(() => reference.close());
  const { results } = await runRules(target, { updateUser: [blaming(...places)] });
  const [result] = results;
  return { outcome: result?.outcome, reason: result?.reason, places: result?.evidence.map((one) => one.difference.at) };
}

it.each(['/isOnline', '/items/*/isOnline', '/items/*', ''])(
  'blames no write for a field that another client changes while nothing is written, at %j',
  async (place) => {
    const result = await resultOf([place], [edits('isOnline')]);

    expect(result).toMatchObject({
      outcome: 'inconclusive',
      reason: 'another client changes isOnline of user records while the run writes nothing',
    });
  },
);

it('blames it for the other fields all the same', async () => {
  const { outcome, places } = await resultOf(['/isOnline', '/isInReview', 'status'], [edits('isInReview')]);

  expect({ outcome, places }).toEqual({ outcome: 'fail', places: ['/isOnline', 'status'] });
});

it('blames it where every field is stable, and for what no other client can change', async () => {
  const stable = await resultOf(['/isOnline']);
  const status = await resultOf(['status'], [edits('isOnline')]);

  expect([stable.outcome, status.outcome]).toEqual(['fail', 'fail']);
});
