import { expect, it } from 'vitest';
import { on, record } from '../../reference/hooks.js';
import type { Row } from '../../reference/model.js';
import { checkReference } from '../conformance/check-reference.js';

const without = (one: Row, field: string): Row => {
  const { [field]: _left, ...rest } = one;
  return rest;
};

it.each([
  [
    'a flag is sent without "is"',
    (one: Row) => ({ ...without(one, 'isUpgradable'), upgradable: one.isUpgradable }),
    'fail',
  ],
  [
    'a record has its own field of that name that is no flag',
    (one: Row) => ({ ...without(one, 'isUpgradable'), upgradable: 'yes' }),
    'pass',
  ],
  [
    'a field that is no flag is absent, and a flag has its name',
    (one: Row) => ({ ...without(one, 'renewalDays'), isRenewalDays: true }),
    'pass',
  ],
] as const)('if %s', async (_what, change, outcome) => {
  const { checks } = await checkReference({
    reference: { hooks: [on('getContract', record(change))] },
    options: { operations: ['getContract'], rules: ['records.renamed'] },
  });

  expect(checks.find(({ id }) => id === 'getContract/records.renamed')?.outcome).toBe(outcome);
});

const respelled = (one: Row): Row => ({ ...without(one, 'assignedId'), assignedID: one.assignedId });

it.each([
  ['only the documented name', (one: Row) => one, 'fail'],
  ['both', (one: Row) => ({ ...one, assignedID: one.assignedId }), 'pass'],
] as const)('if one record has another spelling alone, and the others have %s', async (_what, others, outcome) => {
  let first: unknown = null;
  const inFirst = record((one: Row) => {
    first ??= one.id;
    return one.id === first ? respelled(one) : others(one);
  });
  const { checks } = await checkReference({
    reference: { hooks: [on('getContracts', inFirst)] },
    options: { operations: ['getContracts'], rules: ['records.renamed'] },
  });

  expect(checks.find(({ id }) => id === 'getContracts/records.renamed')?.outcome).toBe(outcome);
});

const FIRST = new Set<unknown>();
const named = (name: string, value = (one: Row): unknown => one.assignedId) =>
  record((one: Row) => {
    if (FIRST.size < 2) FIRST.add(one.id);
    return FIRST.has(one.id) ? { ...without(one, 'assignedId'), [name]: value(one) } : one;
  });

it.each([
  ['a shorter name', named('assignId'), 'fail'],
  ['a shorter name with a number', named('assignId', () => 1), 'pass'],
  ['a name with another word', named('contractId'), 'pass'],
  ['no other name', record((one: Row) => (FIRST.has(one.id) ? without(one, 'assignedId') : one)), 'pass'],
] as const)('if two records have %s in place of a documented field', async (_what, hook, outcome) => {
  FIRST.clear();
  const { checks } = await checkReference({
    reference: { hooks: [on('getContracts', hook)] },
    options: { operations: ['getContracts'], rules: ['records.shown'] },
  });

  expect(checks.find(({ id }) => id === 'getContracts/records.shown')?.outcome).toBe(outcome);
});
