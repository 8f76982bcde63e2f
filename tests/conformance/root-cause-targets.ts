import { expect } from 'vitest';
import type { CheckOptions } from '../../engine/target/options.js';
import type { Hook } from '../../reference/behaviour.js';
import { renderConsole } from '../../reporters/console.js';
import { checkReference } from './check-reference.js';

export const SIZES = { applications: 9, users: 20, subscriptions: 6, agreements: 9, contracts: 9 };

/** The target reads no query parameter whose name fits. */
export const ignoring =
  (names: RegExp): Hook =>
  (steps) => ({
    perform: (context) => {
      const query = Object.fromEntries(Object.entries(context.query).filter(([name]) => !names.test(name)));
      return steps.perform({ ...context, query });
    },
  });

/** Expects that a run on the reference with a hook has this root cause alone, and prints at most 40 lines. */
export async function expectOneRootCause(id: string, hook: Hook, options: CheckOptions = {}): Promise<void> {
  const report = await checkReference({ reference: { sizes: SIZES, hooks: [hook] }, options });
  const failed = report.checks.filter(({ outcome }) => outcome === 'fail').map((check) => check.id);

  expect(report.causes?.map((cause) => cause.id)).toEqual([id]);
  expect(report.causes?.[0]?.checks.toSorted()).toEqual(failed.toSorted());
  const text = renderConsole(report, { color: false, width: 120 });
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  expect(text).toContain('Root causes (1)');
}
