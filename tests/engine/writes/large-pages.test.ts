import { expect, it, onTestFinished } from 'vitest';
import { ruleOf, runRules, served } from './run-rules.js';

it('checks that write to records run one at a time where the page of their list is large', async () => {
  const { reference, target } = await served();
  onTestFinished(() => reference.close());
  const { applications } = reference.tenant;
  const long = 'x'.repeat(90_000);
  for (const one of [...applications.records]) {
    applications.replace({ ...one, notes: long, description: long, vendor: long });
  }
  let [running, atOnce] = [0, 0];
  const rules = ['a', 'b', 'c'].map((id) =>
    ruleOf(id, async (context) => {
      running += 1;
      atOnce = Math.max(atOnce, running);
      for (let read = 1; read <= 3; read += 1) await context.read(context.record);
      running -= 1;
    }),
  );

  const { results } = await runRules(target, { updateApplication: rules });

  expect(results.map(({ outcome }) => outcome)).toEqual(['pass', 'pass', 'pass']);
  expect(atOnce).toBe(1);
});
