import { env } from 'node:process';
import { beforeAll, describe, it } from 'vitest';
import { plan } from '../engine/run/plan.js';
import { createReference } from '../reference/index.js';
import type { RunReport } from '../schemas/generated/touchstone.js';
import { suites } from '../suites/index.js';
import { check } from './check.js';
import { settingsFrom } from './host/environment.js';
import { settle, verdictProblem } from './host/settle.js';

const { target, wireForm, options } = settingsFrom(env);
const planned = plan(suites, options).filter(({ excluded }) => excluded === null);
let report: RunReport;

/** One run serves all tests: the checks share responses, and each test reports the result of one check. */
beforeAll(async () => {
  if (target !== null) {
    report = await check(target, options);
    return;
  }
  const reference = createReference({ wireForm });
  try {
    const { url: baseUrl } = await reference.listen();
    const { token, fixtures } = reference;
    report = await check({ baseUrl, token, fixtures, wireForm }, options, true);
  } finally {
    await reference.close();
  }
}, 0);

/** An error whose stack shows the behaviour of the target, not a position in touchstone. */
function failure(text: string): Error {
  const error = new Error(text);
  error.stack = `Error: ${text}`;
  return error;
}

it('verdict', () => {
  const problem = verdictProblem(report);
  if (problem !== null) throw failure(problem);
});

for (const { operation } of suites) {
  const own = planned.filter((one) => one.operation === operation);
  if (own.length === 0) continue;
  describe(operation.id, () => {
    for (const { id, rule } of own) {
      it(rule.id, ({ skip }) => {
        const settled = settle(report, id);
        if (settled.kind === 'skip') skip(settled.reason);
        if (settled.kind === 'fail') throw failure(settled.text);
      });
    }
  });
}
