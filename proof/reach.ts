import { check } from '../conformance/check.js';
import { operations } from '../contract/operations/index.js';
import { sampleSources } from '../contract/samples.js';
import { pathParameters } from '../engine/session/world.js';
import { createReference, type Hook } from '../reference/index.js';
import { suites } from '../suites/index.js';
import type { Host } from './host.js';

/** Few records, to find quickly which operations the checks of an operation request. */
const SIZES = { applications: 8, users: 20, subscriptions: 4, agreements: 5, contracts: 5 };

/**
 * By operation: the operations whose checks request it, itself included. A mutant breaks some operations, and only checks
 * that request one of these can detect it; the others would only repeat the requests of the reference. The one request to
 * each operation without samples at the start of a run, which tests that the target is available, does not count.
 */
export async function reachOf(host: Host): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const asked = new Map<string, number>();
  const counts: Hook = (steps) => ({
    perform: (context) => {
      asked.set(context.operation.id, (asked.get(context.operation.id) ?? 0) + 1);
      return steps.perform(context);
    },
  });
  const reference = createReference({ sizes: SIZES, hooks: [counts] });
  const { url, remove } = await host.add(reference);
  const target = { baseUrl: url, token: reference.token, fixtures: reference.fixtures };
  const reached = new Map(operations.map(({ id }) => [id, new Set([id])]));
  try {
    for (const { operation: own } of suites.filter(({ operation }) => operation.tier === undefined)) {
      asked.clear();
      await check(target, { operations: [own.id], level: 'should', seed: 1 });
      for (const other of operations) {
        const unasked = other.binding.method === 'GET' && pathParameters(other).length === 0 ? 1 : 0;
        if ((asked.get(other.id) ?? 0) > unasked) reached.get(other.id)?.add(own.id);
      }
      for (const { fixture } of pathParameters(own)) {
        // The count above misses the operation that lists the samples, because its first page is requested in any case.
        const source = fixture === null ? null : sampleSources[fixture];
        if (own.success.item === undefined && source !== null) reached.get(source.operation)?.add(own.id);
      }
    }
    return reached;
  } finally {
    await remove();
  }
}
