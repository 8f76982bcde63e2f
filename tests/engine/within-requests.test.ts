import { describe, expect, it } from 'vitest';
import { plan } from '../../engine/run/plan.js';
import { isJudge } from '../../engine/run/rule.js';
import { detectionShare, type Ranked, withinRequests } from '../../engine/run/within-requests.js';
import { DETECTION_ORDER } from '../../suites/detection-order.js';
import { suites } from '../../suites/index.js';

const ranked = (id: string, ...requests: number[]): Ranked => ({ id, requests, gain: 0.1 });
const order = [
  ranked('getUsers', 1),
  ranked('getUsers/paging.partition', 1, 2, 3, 4, 5, 6),
  ranked('getUsers/paging.overflow', 1, 2, 3, 4),
  ranked('getUser', 7),
];
const selection = { operations: ['getUsers', 'getUser'], rules: ['paging.partition', 'paging.overflow', 'answers.*'] };
const chosen = (most: number, given = selection) =>
  withinRequests(plan(suites, given), most, order).filter(({ excluded }) => excluded === null);
const asked = (most: number, given = selection) =>
  chosen(most, given)
    .filter(({ rule }) => !isJudge(rule))
    .map(({ id }) => id)
    .filter((id) => order.some((one) => one.id === id));

describe('a plan within some requests', () => {
  it('has the first checks of the order that fit', () => {
    expect(asked(6).sort()).toEqual(['getUsers/paging.overflow', 'getUsers/paging.partition']);
  });

  it('counts a request that checks share once, and in full if the others are left out', () => {
    expect(asked(5)).toEqual(['getUsers/paging.overflow']);
    expect(asked(3)).toEqual([]);
    expect(asked(4, { ...selection, rules: ['paging.overflow', 'answers.*'] })).toEqual(['getUsers/paging.overflow']);
  });

  it('has the judge rules of an operation that gets a request, and of no other', () => {
    const operationsWithin = (most: number) => new Set(chosen(most).map(({ operation }) => operation.id));

    expect(operationsWithin(1)).toEqual(new Set(['getUsers']));
    expect(operationsWithin(2)).toEqual(new Set(['getUsers', 'getUser']));
  });

  it('has the judge rules of an operation whose plain request the order does not name', () => {
    const operations = chosen(1, { operations: ['getAgreementType'], rules: ['answers.*'] }).map(
      (one) => one.operation.id,
    );

    expect(new Set(operations)).toEqual(new Set(['getAgreementType']));
  });

  it('does not touch checks that write', () => {
    const given = { operations: ['getUsers', 'updateUser'], rules: ['answers.*', 'updates.*'], allowWrites: true };
    const writes = chosen(1, given).filter(({ operation }) => operation.id === 'updateUser');

    expect(writes.length).toBeGreaterThan(5);
  });

  it('throws if no selected check fits', () => {
    expect(() => chosen(1, { operations: ['getUsers'], rules: ['paging.partition'] })).toThrow(
      'no selected check fits into --max-requests 1',
    );
  });

  it('notices a share of what the whole selection notices', () => {
    const whole = plan(suites, selection);

    expect(detectionShare(whole, withinRequests(whole, 2, order), order)).toBeCloseTo(0.5);
    expect(detectionShare(whole, whole, order)).toBe(1);
  });
});

describe('the order of the checks', () => {
  const checks = new Map(
    suites.flatMap(({ operation, rules }) => rules.map((rule) => [`${operation.id}/${rule.id}`, rule])),
  );
  const operations = suites.map(({ operation }) => operation.id);

  it('names checks and operations that there are, each once', () => {
    const ids = DETECTION_ORDER.map(({ id }) => id);

    expect(ids.filter((id) => !checks.has(id) && !operations.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has all deviations, and costs for each check', () => {
    expect(DETECTION_ORDER.reduce((sum, { gain }) => sum + gain, 0)).toBeCloseTo(1, 2);
    expect(DETECTION_ORDER.filter(({ requests }) => requests.length === 0 || requests.includes(Number.NaN))).toEqual(
      [],
    );
  });

  it('has checks of each operation that can be read without a write', () => {
    const ordered = new Set(DETECTION_ORDER.map(({ id }) => id.split('/')[0]));
    const readable = suites.filter(
      ({ operation }) =>
        operation.binding.method === 'GET' &&
        operation.parameters.every((one) => one.in !== 'path' || one.fixture !== null),
    );

    expect(readable.map(({ operation }) => operation.id).filter((id) => !ordered.has(id))).toEqual([]);
  });
});
