import { describe, expect, it } from 'vitest';
import { listRules } from '../../conformance/list.js';
import { suites } from '../../suites/index.js';
import { oneIn } from '../one-in.js';
import { pageFile, rulePage } from './rule-page.js';

const rules = new Map(suites.flatMap((suite) => suite.rules.map((rule) => [rule.id, rule])));

/** `npm run docs` writes the pages that these tests compare with. */
describe('docs/rules', () => {
  it.each(oneIn(8, listRules().rules))('the page of $id is up to date', async (one) => {
    const rule = rules.get(one.id);
    if (rule === undefined) throw new Error(`no rule has the id ${one.id}`);

    await expect(await rulePage(one, rule)).toMatchFileSnapshot(pageFile(one.id));
  });
});
