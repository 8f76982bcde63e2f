import { createHash } from 'node:crypto';
import { described } from '../../../conformance/interface.js';
import { operation, operations } from '../../../contract/operations/index.js';
import { Client } from '../../../engine/client/client.js';
import { plan } from '../../../engine/run/plan.js';
import type { Rule, WriteRule } from '../../../engine/run/rule.js';
import { type RunOutcome, run } from '../../../engine/run/run.js';
import { AnswerTimes } from '../../../engine/session/answer-times.js';
import type { CheckOptions, TargetOptions } from '../../../engine/target/options.js';
import { resolveTarget } from '../../../engine/target/target.js';
import { beginWrites, tiersOf } from '../../../engine/writes/begin.js';
import { createReference, generateTenant, type Reference, type ReferenceOptions } from '../../../reference/index.js';

/** Small, with records whose fields can all be restored. */
export const tenant = generateTenant({
  seed: 11,
  sizes: { applications: 40, users: 60, subscriptions: 4, agreements: 3, contracts: 3 },
});

/** A rule of updates of users that does what a test wants of it. */
export function ruleOf(id: string, write: WriteRule['write'], rest: Partial<WriteRule> = {}): WriteRule {
  return { id, clause: 'updates.effect', needs: [], records: 1, appliesTo: () => true, write, ...rest };
}

export type Rules = Readonly<Record<string, readonly Rule[]>>;

/** Runs rules of operations that write against a target; without `journal` the journal has no file. */
export async function runRules(target: TargetOptions, rules: Rules, options: CheckOptions = {}): Promise<RunOutcome> {
  const resolved = resolveTarget(target, operations);
  const given = { allowWrites: true, consistencyWindowMs: 300, taskTimeoutMs: 5000, ...options };
  const suites = Object.entries(rules).map(([id, own]) => ({ operation: operation(id), rules: own }));
  const writes = await beginWrites(resolved, given, given.journal === undefined);
  const client = new Client({
    origin: resolved.origin,
    concurrency: 10,
    timeoutMs: 5000,
    userAgent: 'touchstone/0',
    tiers: tiersOf(given),
    ...(given.signal && { signal: given.signal }),
  });
  try {
    const checks = plan(suites, given);
    return await run({
      target: resolved,
      client,
      described,
      checks,
      writes,
      seed: 1,
      times: new AnswerTimes(),
      budget: 'standard',
      ...(given.signal && { signal: given.signal }),
    });
  } finally {
    await writes?.journal.close();
    await client.close();
  }
}

/** A reference that listens, with its target; `digest` is of all that it holds. */
export async function served(options: ReferenceOptions = {}): Promise<{ reference: Reference; target: TargetOptions }> {
  const reference = createReference({ tenant, taskDurationMs: 30, ...options });
  const { url } = await reference.listen();
  return { reference, target: { baseUrl: url, token: reference.token } };
}

/** A digest of all records that writes can change. */
export function digestOf({ tenant: { users, applications, assignmentsOfSubscriptions } }: Reference): string {
  const text = JSON.stringify([users.records, applications.records, assignmentsOfSubscriptions]);
  return createHash('sha256').update(text).digest('hex');
}
