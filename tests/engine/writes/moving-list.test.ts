import { faker } from '@faker-js/faker';
import { expect, it, onTestFinished } from 'vitest';
import { check } from '../../../conformance/check.js';
import { generateTenant, type Hook } from '../../../reference/index.js';
import { digestOf, served } from './run-rules.js';

/** More users than a page has. */
const tenant = generateTenant({
  seed: 11,
  sizes: { applications: 8, users: 130, subscriptions: 4, agreements: 3, contracts: 3 },
});

const shuffles: Hook = (steps) => ({ collect: (context) => faker.helpers.shuffle(steps.collect(context)) });

const hidesOne: Hook = (steps) => ({
  paginate: (matching, page, context) =>
    steps.paginate(context.operation.id === 'getUsers' ? matching.slice(0, -1) : matching, page, context),
});

it.each([
  ['has another order for each request', shuffles, 'the list moved between its pages each of the 4 times'],
  ['lacks a record that it counts', hidesOne, 'the list counts 130 records and shows 129'],
])('nothing is written to all records where their list %s', async (_what, hook, reason) => {
  faker.seed(1);
  const { reference, target } = await served({ tenant, hooks: [hook] });
  onTestFinished(() => reference.close());
  const before = digestOf(reference);

  const { checks, restoration } = await check(target, {
    seed: 1,
    allowWrites: true,
    allowScopeAll: true,
    operations: ['bulkUpdateUsers'],
    rules: ['bulk.scope-*', 'bulk.required-members'],
    consistencyWindowMs: 300,
    journal: `/tmp/touchstone-${process.pid}-${Date.now()}.jsonl`,
  });

  const reasons = checks.filter(({ outcome }) => outcome === 'inconclusive').map((one) => one.reason);
  expect(reasons.filter((one) => one?.startsWith(reason)).length).toBeGreaterThan(1);
  expect(restoration?.left).toEqual([]);
  expect(digestOf(reference)).toBe(before);
});
