import { describe, expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { operator } from '../../reference/query-hooks.js';
import { Refusal } from '../../reference/refusal.js';
import { checkReference, failures } from '../conformance/check-reference.js';

const RULES = ['filter.near-misses', 'filter.hard-values', 'filter.every-field', 'filter.grammar'];
const withoutJoins: Hook = (steps) => ({
  parseFilter: (text, schema, context) => {
    if (/\) -(?:or|and) \(/.test(text)) throw new Refusal(400, 'one comparison alone');
    return steps.parseFilter(text, schema, context);
  },
});
const prefixes = operator('-eq', (actual, value) => String(actual).startsWith(String(value)), 'string');

const zeroMatchesNothing = operator('-eq', (actual, value) => value !== 0 && actual === value, 'number');

const filters = (...hooks: Hook[]) => checked(RULES, hooks);

async function checked(rules: readonly string[], hooks: readonly Hook[] = []) {
  const options = { operations: ['getUsers'], rules: [...rules] };
  const report = await checkReference({ reference: { hooks }, options });
  const outcomes = report.checks.filter(({ outcome }) => outcome !== 'excluded').map(({ outcome }) => outcome);
  return { outcomes, failed: failures(report), requests: report.requests.sent };
}

describe('filters that are sent together', () => {
  it('are sent one by one where a target rejects joins, with the same outcomes', async () => {
    const [together, alone] = [await filters(), await filters(withoutJoins)];

    expect(together.outcomes).toEqual(['pass', 'pass', 'pass', 'pass']);
    expect(alone.outcomes).toEqual(together.outcomes);
    expect(together.requests).toBeLessThan(0.6 * alone.requests);
  });

  it('are sent one by one where their result is wrong, to name the wrong one', async () => {
    const { failed } = await filters(prefixes);

    expect(failed).toContainEqual(expect.stringMatching(/filter\.near-misses: \w+ -eq '[^']*' returned a record/));
  });

  it('are sent in few requests where they have numbers, flags and dates', async () => {
    const [together, alone] = [
      await checked(['filter.every-type']),
      await checked(['filter.every-type'], [withoutJoins]),
    ];

    expect(together.outcomes).toEqual(['pass']);
    expect(alone.outcomes).toEqual(['pass']);
    expect(together.requests).toBeLessThan(0.6 * alone.requests);
  });

  it('name the number that is read wrongly', async () => {
    const { failed } = await checked(['filter.every-type'], [zeroMatchesNothing]);

    expect(failed).toContainEqual(expect.stringMatching(/filter\.every-type: \w+ -eq 0 omitted/));
  });
});
