import { beforeAll, describe, it } from 'vitest';
import { assertKnownOptions } from '../engine/target/known-options.js';
import type { CheckOptions, TargetOptions } from '../engine/target/options.js';
import type { RunReport } from '../schemas/generated/touchstone.js';
import { suites } from '../suites/index.js';
import { planOf } from '../suites/plan-of.js';
import { check } from './check.js';
import { settle, verdictProblem } from './host/settle.js';

/**
 * Declares a test of vitest for each check that the options select, and one for the verdict. `target` is called before
 * the tests, so that it can start the service. A warning and an inconclusive check are skipped with the reason. Throws
 * `UsageError` for invalid options.
 */
export function declareChecks(
  target: TargetOptions | (() => TargetOptions | Promise<TargetOptions>),
  options: CheckOptions = {},
): void {
  assertKnownOptions(options);
  declareTests(async () => check(typeof target === 'function' ? await target() : target, options), options);
}

/** Declares the tests of one run: the checks share responses, and each test reports the result of one check. */
export function declareTests(run: () => Promise<RunReport>, options: CheckOptions): void {
  const planned = planOf(options).filter(({ excluded }) => excluded === null);
  let report: RunReport;
  beforeAll(async () => {
    report = await run();
  }, 0);

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
}

/** An error whose stack shows the behaviour of the target, not a position in touchstone. */
function failure(text: string): Error {
  const error = new Error(text);
  error.stack = `Error: ${text}`;
  return error;
}
