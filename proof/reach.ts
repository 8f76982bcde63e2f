import { check } from '../conformance/check.js';
import { operations } from '../contract/operations/index.js';
import { sampleSources } from '../contract/samples.js';
import { pathParameters } from '../engine/session/world.js';
import { createReference, type Hook } from '../reference/index.js';
import { suites } from '../suites/index.js';
import type { Host } from './host.js';

/** Few records, so that it takes no time to see which operations the checks of an operation ask. */
const SIZES = { applications: 8, users: 20, subscriptions: 4, agreements: 5, contracts: 5 };

/**
 * By operation: the operations whose checks ask it, itself included. A mutant breaks some operations, so only the
 * checks of those that ask one of them can see it; the others would send the requests of the reference once more.
 * A run asks every operation that needs no sample once, to see that the target is there; that does not count.
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
        // What lists the samples of an operation is read with its first page, which the count above cannot tell.
        const source = fixture === null ? null : sampleSources[fixture];
        if (own.success.item === undefined && source !== null) reached.get(source.operation)?.add(own.id);
      }
    }
    return reached;
  } finally {
    await remove();
  }
}
