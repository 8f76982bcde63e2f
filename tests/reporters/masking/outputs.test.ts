import { beforeAll, describe, expect, it } from 'vitest';
import { renderReport } from '../../../cli/report-kinds.js';
import { PERSONAL_FIELDS } from '../../../contract/personal-fields.js';
import { COMMON_NAMES } from '../../../generators/tenant/users.js';
import { REPORT_KINDS } from '../../../options/choices.js';
import { presented } from '../../../reference/hooks.js';
import { createReference, generateTenant, type Hook } from '../../../reference/index.js';
import { mutants } from '../../../reference/mutants/index.js';
import type { RunReport } from '../../../schemas/generated/touchstone.js';
import { checkReference } from '../../conformance/check-reference.js';

/** Defects whose findings quote values of records. */
const DEFECTS = ['the-sort-is-within-the-page', 'a-filter-answers-what-contains-the-beginning-of-the-value'];
const SIZES = { applications: 21, users: 47, subscriptions: 6, agreements: 9, contracts: 7 };
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
/** The reports that a run makes for others. */
const MASKED = REPORT_KINDS.filter((kind) => !['json', 'html', 'badge', 'shields'].includes(kind));

/** Personal values in containers, as a wrong type. */
const wrapped: Hook = presented((record) => ({
  ...record,
  ...('displayName' in record && { displayName: [record.displayName] }),
  ...('email' in record && { email: { address: record.email } }),
  ...('notes' in record && { notes: [record.notes] }),
}));

const tenant = generateTenant({ seed: 11, sizes: SIZES });

/** The values of personal fields that the reference shows, and their words, unless another field has them too. */
async function personalValues(): Promise<string[]> {
  const reference = createReference({ tenant });
  const values = new Set<string>();
  const others: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, own] of Object.entries(value)) {
      if (PERSONAL_FIELDS.has(name) && typeof own === 'string') {
        for (const part of [own, ...own.split(/\s+/)]) if (part.length > 5) values.add(part);
      } else if (typeof own === 'string') others.push(own);
      collect(own);
    }
  };
  const authorization = `Bearer ${reference.token}`;
  for (const path of ['saas/consolidated-view/v1/users', 'saas/consolidated-view/v1/applications']) {
    const { body } = await reference.app.inject({ url: `/api/${path}?page_size=1000`, headers: { authorization } });
    collect(JSON.parse(body));
  }
  await reference.close();
  // Companies are named after people too, and the pages of rules in a report show examples with the common names.
  const examples = COMMON_NAMES.map((name) => name.toLowerCase());
  return [...values].filter(
    (value) => !examples.includes(value.toLowerCase()) && !others.some((other) => other.includes(value)),
  );
}

describe('the reports for others', () => {
  let reports: RunReport[];
  let values: string[];
  beforeAll(async () => {
    const hooks = mutants.filter(({ id }) => DEFECTS.includes(id)).map(({ hook }) => hook);
    expect(hooks).toHaveLength(DEFECTS.length);
    const operations = ['getUsers', 'getUser', 'getApplications', 'getApplication', 'getApplicationUsers'];
    values = await personalValues();
    reports = [
      await checkReference({ reference: { tenant, hooks }, options: { operations } }),
      await checkReference({ reference: { tenant, hooks: [wrapped] }, options: { operations } }),
    ];
    for (const { checks } of reports)
      expect(checks.filter(({ outcome }) => outcome === 'fail').length).toBeGreaterThan(3);
    expect(values.length).toBeGreaterThan(100);
  });

  it.each(MASKED)('hold no personal value by default: %s', async (kind) => {
    const encoded = (value: string) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)];
    for (const report of reports) {
      const text = (await renderReport(kind, report)).toLowerCase();
      expect(text).toContain('masked-');
      expect(values.filter((value) => encoded(value).some((form) => text.includes(form.toLowerCase())))).toEqual([]);
    }
  });

  it('hold them where that is chosen, as the run report does', async () => {
    const report = reports[0] as RunReport;
    const text = await renderReport('har', report, undefined, { bodies: { har: 'full' }, patterns: [] });
    expect(values.some((value) => text.includes(value))).toBe(true);
    expect(await renderReport('json', report)).not.toContain('masked-');
  });

  it('show path templates in the URLs of SARIF', async () => {
    const { runs } = JSON.parse(await renderReport('sarif', reports[1] as RunReport));
    const results = runs[0].results as { webRequest?: { target: string }; locations: unknown }[];
    const urls = results.map(({ webRequest }) => webRequest?.target ?? '');

    expect(urls.filter((url) => ID.test(url.split('?')[0] ?? ''))).toEqual([]);
    expect(urls.some((url) => url.includes('/{'))).toBe(true);
    expect(results.filter(({ locations }) => ID.test(JSON.stringify(locations)))).toEqual([]);
  });
});
