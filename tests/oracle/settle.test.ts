import { describe, expect, it } from 'vitest';
import { cheapest, digitsOf, type Evidence, settle } from '../../engine/oracle/settle.js';

/** Evidence on one field with a class for each reading, and a cost for each class; policies make no difference. */
function alone(field: string, cost: readonly number[], policies = 1): Evidence {
  return {
    fields: [field],
    classOf: [cost.map((_cost, index) => index)],
    counts: [cost.length],
    policyClassOf: Array.from({ length: policies }, () => 0),
    cost: Int32Array.from(cost),
  };
}
/** Evidence on two fields with two readings each. */
const pair = (cost: readonly number[]): Evidence => ({
  fields: ['a', 'b'],
  classOf: [
    [0, 1],
    [0, 1],
  ],
  counts: [2, 2],
  policyClassOf: [0],
  cost: Int32Array.from(cost),
});
/** Evidence without a field, with a cost for each policy. */
const ofPolicies = (cost: readonly number[]): Evidence => ({
  fields: [],
  classOf: [],
  counts: [],
  policyClassOf: cost.map((_cost, index) => index),
  cost: Int32Array.from(cost),
});
const readingsOf = (evidence: readonly Evidence[], policies = 1) =>
  Object.fromEntries(settle(evidence, policies).readings);

describe('the readings that explain most responses', () => {
  it('are all that explain each response', () => {
    expect(readingsOf([alone('a', [0, 1, 0]), alone('a', [0, 5, 0])])).toEqual({ a: [0, 2] });
  });

  it('are those that explain the larger number of responses, whatever their order', () => {
    const evidence = [alone('a', [0, 9]), alone('a', [1, 0]), alone('a', [1, 0])];

    expect(readingsOf(evidence)).toEqual({ a: [1] });
    expect(readingsOf(evidence.toReversed())).toEqual({ a: [1] });
  });

  it('are those with fewer differing records among those that explain as many', () => {
    expect(readingsOf([alone('a', [0, 3]), alone('a', [5, 0])])).toEqual({ a: [1] });
    expect(readingsOf([alone('a', [0, 5]), alone('a', [3, 0])])).toEqual({ a: [0] });
  });

  it('are the first, most usual ones among equals, never with one that explains other responses', () => {
    expect(readingsOf([alone('a', [0, 3, 0]), alone('a', [3, 0, 3])])).toEqual({ a: [0, 2] });
  });

  it('do not depend on responses with the same cost under every reading', () => {
    expect(readingsOf([alone('a', [4, 4]), alone('b', [0, 1])])).toEqual({ b: [0] });
    expect(settle([alone('a', [4, 4])], 3)).toEqual({ policies: [0, 1, 2], readings: new Map() });
  });

  it('are found for each field by the responses to it alone, and then by those to several', () => {
    // Under a: 0 the pair is right only with b: 1.
    expect(readingsOf([alone('a', [0, 1]), pair([1, 0, 0, 1])])).toEqual({ a: [0], b: [1] });
    expect(readingsOf([alone('a', [1, 0]), pair([1, 0, 0, 1])])).toEqual({ a: [1], b: [0] });
  });

  it('stay several for a field as long as another field may still have several', () => {
    expect(readingsOf([alone('a', [0, 0, 1])])).toEqual({ a: [0, 1] });
    expect(readingsOf([pair([0, 1, 1, 0])])).toEqual({ a: [0, 1], b: [0, 1] });
  });
});

describe('the policies that explain most responses', () => {
  it('are all that explain the same ones as the best, which comes first', () => {
    expect(settle([ofPolicies([1, 0, 0, 2])], 4).policies).toEqual([1, 2]);
    expect(settle([ofPolicies([2, 1]), ofPolicies([0, 1])], 2).policies).toEqual([0]);
    expect(settle([ofPolicies([2, 1])], 2).policies).toEqual([1, 0]);
  });

  it('are judged with the readings that go with them', () => {
    const evidence: Evidence = {
      fields: ['a'],
      classOf: [[0, 1]],
      counts: [2],
      policyClassOf: [0, 1],
      // The first policy needs the second reading, the second one the first.
      cost: Int32Array.from([1, 0, 0, 1]),
    };

    expect(settle([evidence, alone('a', [0, 1], 2)], 2)).toEqual({ policies: [1], readings: new Map([['a', [0]]]) });
    expect(settle([evidence, alone('a', [1, 0], 2)], 2)).toEqual({ policies: [0], readings: new Map([['a', [1]]]) });
  });

  it('are none without any', () => {
    expect(settle([], 0)).toEqual({ policies: [], readings: new Map() });
  });
});

describe('the cheapest combination', () => {
  const evidence = pair([3, 2, 1, 4]);

  it('is among those that the readings allow', () => {
    expect(cheapest(evidence, 0, new Map())).toEqual({ cost: 1, classes: [1, 0] });
    expect(cheapest(evidence, 0, new Map([['a', [0]]]))).toEqual({ cost: 2, classes: [0, 1] });
    expect(
      cheapest(
        evidence,
        0,
        new Map([
          ['a', [0]],
          ['b', [0]],
        ]),
      ),
    ).toEqual({ cost: 3, classes: [0, 0] });
    expect(cheapest(evidence, 0, new Map([['b', [0, 1]]]))).toEqual({ cost: 1, classes: [1, 0] });
  });

  it('is the first among equals', () => {
    expect(cheapest(pair([2, 2, 2, 2]), 0, new Map())).toEqual({ cost: 2, classes: [0, 0] });
  });

  it('has the class of the policy before those of the fields', () => {
    const two: Evidence = { ...alone('a', [5, 6]), policyClassOf: [0, 1, 1], cost: Int32Array.from([5, 6, 7, 4]) };

    expect([0, 1, 2].map((policy) => cheapest(two, policy, new Map()))).toEqual([
      { cost: 5, classes: [0] },
      { cost: 4, classes: [1] },
      { cost: 4, classes: [1] },
    ]);
  });

  it('is numbered with the last field varying fastest', () => {
    expect([0, 1, 2, 3, 5, 6].map((index) => digitsOf(index, [2, 3]))).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 2],
      [0, 0],
    ]);
  });
});
