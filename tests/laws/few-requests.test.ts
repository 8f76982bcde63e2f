import { describe, expect, it } from 'vitest';
import { filterText } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import { rewritten } from '../../reference/query-hooks.js';
import { Refusal } from '../../reference/refusal.js';
import { checkReference, failures } from '../conformance/check-reference.js';

/** A limit that no check reaches: the checks send few requests each. */
const LIMIT = 100_000;
const FILTERS = ['filter.near-misses', 'filter.hard-values', 'filter.every-field', 'filter.other-quote'];

const checked = (rules: readonly string[], ...hooks: Hook[]) => checkedAt('getApplications', rules, ...hooks);

async function checkedAt(operation: string, rules: readonly string[], ...hooks: Hook[]) {
  const options = { operations: [operation], rules: [...rules], maxRequests: LIMIT };
  const report = await checkReference({ reference: { hooks }, options });
  const outcomes = report.checks.filter(({ outcome }) => outcome !== 'excluded').map(({ outcome }) => outcome);
  return { outcomes, failed: failures(report), requests: report.requests.sent };
}

const refusing =
  (finds: (text: string) => boolean, error: () => Error): Hook =>
  (steps) => ({
    readFilter: (context) => {
      if (finds(filterText(context))) throw error();
      return steps.readFilter(context);
    },
  });
const withoutSeveralKeys: Hook = (steps) => ({
  readSort: (context) => {
    if (String(context.query.sort).includes(',')) throw new Refusal(400, 'one key');
    return steps.readSort(context);
  },
});
const crashing: Hook = (steps) => ({
  readSort: (context) => {
    if (/\briskScore:/.test(String(context.query.sort))) throw new Error('sql');
    return steps.readSort(context);
  },
});

describe('filters of several rules, in a run with a limit of requests', () => {
  it('are sent in one request', async () => {
    const { outcomes, requests } = await checked(FILTERS);

    expect(outcomes).toEqual(['pass', 'pass', 'pass', 'pass']);
    expect(requests).toBeLessThanOrEqual(6);
  });

  it('are sent by each rule where a target rejects joins, with the same outcomes', async () => {
    const { outcomes } = await checked(
      FILTERS,
      refusing(
        (text) => / -or /.test(text),
        () => new Refusal(400, 'one comparison alone'),
      ),
    );

    expect(outcomes).toEqual(['pass', 'pass', 'pass', 'pass']);
  });

  it.each([
    ['a value that ends at an ampersand', rewritten((text) => text.replaceAll(/&x'/g, "'")), 'filter.near-misses'],
    ['a wildcard', rewritten((text) => text.replaceAll(/-eq '%'/g, "-ne 'x'")), 'filter.hard-values'],
    [
      'a field that is read as another',
      rewritten((text) => text.replaceAll(/vendorId /g, 'id ')),
      'filter.every-field',
    ],
    [
      'an apostrophe',
      refusing(
        (text) => /"[^"]*'[^"]*"/.test(text),
        () => new Refusal(400, 'malformed'),
      ),
      'filter.other-quote',
    ],
  ])('show %s, for the rule that it concerns', async (_name, hook, rule) => {
    const { failed, requests } = await checked(FILTERS, hook);

    expect(failed).toContainEqual(expect.stringContaining(rule));
    expect(requests).toBeLessThan(60);
  });
});

describe('sorts by every field, in a run with a limit of requests', () => {
  it('are sent in one request', async () => {
    const { outcomes, requests } = await checked(['sort.every-field']);

    expect(outcomes).toEqual(['pass']);
    expect(requests).toBe(2);
  });

  it('are sent one by one where that is rejected, or fails', async () => {
    expect((await checked(['sort.every-field'], withoutSeveralKeys)).outcomes).toEqual(['pass']);
    expect((await checked(['sort.every-field'], crashing)).failed).toContainEqual(
      expect.stringContaining('sort=riskScore:asc returned 500'),
    );
  });
});

describe('a list that fits on a page, in a run with a limit of requests', () => {
  it('is not read once more with a larger page size', async () => {
    const { outcomes, requests } = await checked(['records.shown', 'relations.one-truth', 'paging.partition']);

    expect(outcomes).not.toContain('inconclusive');
    expect(requests).toBeLessThanOrEqual(4);
  });
});

describe('requests with a wrong id, in a run with a limit of requests', () => {
  const BODIES = ['errors.unknown-id-404', 'errors.message', 'errors.body-other', 'errors.media-type'];
  const IDS = ['errors.unknown-id', 'errors.malformed-id'];
  const readAs =
    (read: (id: string) => string): Hook =>
    (steps) => ({ readId: (name, context) => read(context.params[name] ?? '') || steps.readId(name, context) });

  it('are one for all rules of error bodies', async () => {
    const one = await checkedAt('getAgreement', BODIES.slice(0, 1));
    const bodies = await checkedAt('getAgreement', BODIES);

    expect(bodies.outcomes).toEqual(['pass', 'pass', 'pass', 'pass']);
    expect(bodies.requests).toBe(one.requests);
  });

  it('are one for all rules of ids', async () => {
    const one = await checkedAt('getUser', IDS.slice(0, 1));
    const ids = await checkedAt('getUser', IDS);

    expect(ids.outcomes).toEqual(['pass', 'pass']);
    expect(ids.requests).toBe(one.requests);
  });

  it('show an id of which only the beginning is read', async () => {
    const beginning = readAs((id) => (id.length > 36 ? id.slice(0, 36) : ''));

    expect((await checkedAt('getUser', IDS, beginning)).failed).toContainEqual(expect.stringContaining(IDS[0] ?? ''));
  });

  it.each(['ю', "'", '%'])('show that %s in an id fails', async (sign) => {
    const failing = readAs((id) => {
      if (id.includes(sign)) throw new Error('sql');
      return '';
    });

    expect((await checkedAt('getUser', IDS, failing)).failed).toContainEqual(expect.stringContaining(IDS[1] ?? ''));
  });
});

describe('a check whose requests are used up', () => {
  it.each([
    ['sort.every-field', 3],
    ['filter.near-misses', 5],
    ['filter.every-field', 6],
  ])('is inconclusive, and not passed: %s', async (rule, maxRequests) => {
    const hooks = [crashing, rewritten((text) => text.replaceAll(/&x'/g, "'").replaceAll(/vendorId /g, 'id '))];
    const options = { operations: ['getApplications'], rules: [rule], maxRequests };
    const report = await checkReference({ reference: { hooks }, options });
    const [{ outcome } = { outcome: 'none' }] = report.checks.filter(({ id }) => id === `getApplications/${rule}`);

    expect(outcome).toBe('inconclusive');
  });
});
