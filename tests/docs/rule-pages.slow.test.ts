import { describe, expect, it } from 'vitest';
import { listRules } from '../../conformance/list.js';
import { suites } from '../../suites/index.js';
import { pageFile, rulePage } from './rule-page.js';

const rules = new Map(suites.flatMap((suite) => suite.rules.map((rule) => [rule.id, rule])));
const listed = listRules().rules;

/** One page of this many is compared; `TOUCHSTONE_EACH=1` compares all, and `npm run docs` writes all. */
const EACH = Number(process.env.TOUCHSTONE_EACH ?? 3);
const compared = listed.filter((_one, index) => index % EACH === 0);

/** `npm run docs` writes the pages that these tests compare with. */
describe('docs/rules', () => {
  it.each(compared)('the page of $id is up to date', async (one) => {
    const rule = rules.get(one.id);
    if (rule === undefined) throw new Error(`no rule has the id ${one.id}`);

    await expect(await rulePage(one, rule)).toMatchFileSnapshot(pageFile(one.id));
  });
});
