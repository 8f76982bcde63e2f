import { expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { Refusal } from '../../reference/refusal.js';
import { variants } from '../../reference/variants/index.js';
import { checkReference } from './check-reference.js';

const RULES = [
  'filter.offered',
  'filter.sound',
  'filter.complete',
  'filter.no-match',
  'filter.quotes',
  'filter.totals',
];
const OF_TEXTS = ['filter.other-quote', 'filter.hard-values'];

/** Rejects filters with values that are no UUIDs, as a typed column does. */
const onlyIds: Hook = (steps) => ({
  parseFilter: (text, schema, context) => {
    const values = [...text.matchAll(/(['"])(.*?)\1/g)].map(([, , value = '']) => value);
    if (!values.every((value) => /^[\da-f-]{36}$/i.test(value))) throw new Refusal(400, 'not an id');
    return steps.parseFilter(text, schema, context);
  },
});

it('judges filters by ids where a target rejects those by texts, and not what only texts can show', async () => {
  const own = variants.find(({ id }) => id === 'a-filter-takes-only-the-id')?.hooks ?? [];

  const { checks } = await checkReference({
    reference: { hooks: [...own, onlyIds] },
    options: { operations: ['getUsers'], rules: [...RULES, ...OF_TEXTS] },
  });
  const outcomes = new Map(checks.filter(({ operation }) => operation === 'getUsers').map((one) => [one.rule, one]));

  expect(own).toHaveLength(1);
  expect(RULES.map((rule) => [rule, outcomes.get(rule)?.outcome])).toEqual(RULES.map((rule) => [rule, 'pass']));
  expect(OF_TEXTS.map((rule) => outcomes.get(rule)?.reason)).toEqual([
    'only ids can be filtered, and no text (see filter.offered)',
    'only ids can be filtered, and no text (see filter.offered)',
  ]);
});
