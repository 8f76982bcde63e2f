import { check } from '../../../conformance/check.js';
import { createReference, type Hook, type ReferenceOptions } from '../../../reference/index.js';
import type { Check, RunReport } from '../../../schemas/generated/touchstone.js';

/** What a run of the checks of concurrent clients returned, by rule, and what they observed. */
export interface ConsistencyRun {
  readonly report: RunReport;
  readonly outcome: (rule: string) => Check['outcome'] | undefined;
  readonly message: (rule: string) => string;
  /** The models that were observed, with those that were not decided in time. */
  readonly models: readonly string[];
}

const SIZES = { applications: 30, users: 30, subscriptions: 4, agreements: 2, contracts: 2 };

/** Runs the checks of concurrent clients for one update. */
export async function runConsistency(
  operation: string,
  {
    hooks = [],
    reference: options = {},
    rules = ['consistency.*'],
    consistencyWindowMs = 60,
  }: { hooks?: readonly Hook[]; reference?: ReferenceOptions; rules?: string[]; consistencyWindowMs?: number } = {},
): Promise<ConsistencyRun> {
  const reference = createReference({ seed: 3, sizes: SIZES, taskDurationMs: 60, ...options, hooks });
  const { url } = await reference.listen();
  try {
    const report = await check(
      { baseUrl: url, token: reference.token, fixtures: reference.fixtures },
      { seed: 1, operations: [operation], rules, budget: 'thorough', allowWrites: true, consistencyWindowMs },
    );
    const found = (rule: string) => report.checks.find((one) => one.operation === operation && one.rule === rule);
    return {
      report,
      outcome: (rule) => found(rule)?.outcome,
      message: (rule) => found(rule)?.findings[0]?.message ?? found(rule)?.reason ?? '',
      models: report.observations
        .filter(({ clause }) => clause === 'consistency.model')
        .flatMap(({ readings }) => Object.values(readings ?? {}).flat()),
    };
  } finally {
    await reference.close();
  }
}
