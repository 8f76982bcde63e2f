import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Call, Operation, Patches } from '../../consistency/history.js';
import { precedes } from '../../consistency/history.js';
import { type Precedence, searchOrder } from '../../consistency/search.js';

const INITIAL: Patches = { r: { a: 'x', b: 'x' } };
const value = fc.constantFrom('x', 'y', 'z');
const fields = fc.oneof(fc.record({ a: value, b: value }), fc.record({ a: value }), fc.record({ b: value }));

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fields.map((own): Operation => ({ kind: 'write', sets: { r: own } })),
  fields.map((own): Operation => ({ kind: 'read', shows: { r: own } })),
);

const call: fc.Arbitrary<Call> = fc
  .record({
    client: fc.constantFrom('1', '2', '3'),
    operation,
    call: fc.nat({ max: 20 }),
    takes: fc.integer({ min: 1, max: 15 }),
    isUnknown: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
  })
  .map(({ takes, isUnknown, ...rest }) =>
    isUnknown && rest.operation.kind === 'write'
      ? { ...rest, return: null, outcome: 'unknown' }
      : { ...rest, return: rest.call + takes, outcome: 'ok' },
  );

/** Orders as the models demand them: real time, one client at a time, only writes, and none at all. */
const PRECEDENCES: readonly Precedence[] = [
  precedes,
  (one, other) => one.client === other.client && precedes(one, other),
  (one, other) => one.operation.kind === other.operation.kind && precedes(one, other),
  () => false,
];

/** Tries all orders; a write without a response may be left out. */
function explainedBySomeOrder(
  calls: readonly Call[],
  order: Precedence,
  state: Readonly<Record<string, unknown>>,
): boolean {
  if (calls.every(({ outcome }) => outcome === 'unknown')) return true;
  return calls.some((next) => {
    if (calls.some((other) => other !== next && order(other, next))) return false;
    const rest = calls.filter((other) => other !== next);
    if (next.operation.kind === 'write')
      return explainedBySomeOrder(rest, order, { ...state, ...next.operation.sets.r });
    const shows = Object.entries(next.operation.shows.r ?? {});
    return shows.every(([name, shown]) => state[name] === shown) && explainedBySomeOrder(rest, order, state);
  });
}

describe('the search', () => {
  it('finds an order exactly where one of all orders explains the calls', () => {
    const outcomes = new Set<boolean>();
    fc.assert(
      fc.property(fc.array(call, { minLength: 2, maxLength: 6 }), fc.constantFrom(...PRECEDENCES), (calls, order) => {
        const expected = explainedBySomeOrder(calls, order, { a: 'x', b: 'x' });
        outcomes.add(expected);
        expect(searchOrder(INITIAL, calls, order).kind).toBe(expected ? 'order' : 'none');
      }),
      { numRuns: 2000 },
    );
    expect(outcomes.size).toBe(2);
  });
});
