import { describe, expect, it } from 'vitest';
import { stored } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import { evaluator } from '../../reference/query-hooks.js';
import { Refusal } from '../../reference/refusal.js';
import { checkReference } from './check-reference.js';

const SHARED = '3a541836-17ed-4da2-8dee-0b7a1bf39e2d';
const sameType = stored((one) => ({ ...one, typeId: SHARED }));
/** A filter on the type is ignored. */
const ignored = evaluator(({ field }, _row, right) => field === 'typeId' || right);
/** A filter with a type that does not exist is rejected. */
const knownOnly: Hook = (steps) => ({
  parseFilter: (text, schema, context) => {
    if (text.includes('typeId') && !text.includes(SHARED)) throw new Refusal(400, 'unknown type');
    return steps.parseFilter(text, schema, context);
  },
});
/** A filter by the type returns the first match alone. */
const firstMatch: Hook = (steps) => ({
  collect: (context) => {
    const rows = steps.collect(context);
    return String(context.query.filter ?? '').startsWith('typeId') ? rows.slice(0, 1) : rows;
  },
});

/** The check of every field, on a list of two agreements with the same type. */
async function everyField(...hooks: Hook[]) {
  const sizes = { applications: 1, users: 2, subscriptions: 1, agreements: 2, contracts: 1 };
  const report = await checkReference({
    reference: { sizes, hooks: [sameType, ...hooks] },
    options: { operations: ['getAgreements'], rules: ['filter.every-field'] },
  });
  const check = report.checks.find(({ outcome }) => outcome !== 'excluded');
  return { outcome: check?.outcome, text: check?.findings[0]?.message ?? check?.reason };
}

describe('a filter by a value that all records of a list have', () => {
  it('passes if an absent value selects none', async () => {
    expect((await everyField()).outcome).toBe('pass');
  });

  it('fails if it is ignored', async () => {
    const { outcome, text } = await everyField(ignored);

    expect([outcome, text]).toEqual(['fail', expect.stringContaining(`returned a record whose typeId is "${SHARED}"`)]);
  });

  it('is inconclusive if an absent value is rejected, because it may be ignored', async () => {
    const { outcome, text } = await everyField(ignored, knownOnly);

    expect([outcome, text]).toEqual([
      'inconclusive',
      'each filter on typeId returns the whole list, as if it was ignored',
    ]);
  });

  it('fails if it returns only one of them', async () => {
    const { outcome, text } = await everyField(firstMatch);

    expect([outcome, text]).toEqual(['fail', expect.stringMatching(/^typeId -eq .* omitted the record /)]);
  });
});
