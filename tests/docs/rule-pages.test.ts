import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listRules } from '../../conformance/list.js';
import { isWrite } from '../../engine/run/rule.js';
import { suites } from '../../suites/index.js';
import { flagsOf, pageFile } from './rule-page.js';

it('docs/rules has a page for each rule and no other page', () => {
  const pages = readdirSync(join(import.meta.dirname, '..', '..', 'docs', 'rules'));
  expect(pages.toSorted()).toEqual(
    listRules()
      .rules.map(({ id }) => `${id}.md`)
      .toSorted(),
  );
});

it('the page of a rule that writes names the options that it needs', () => {
  const rules = new Map(suites.flatMap((suite) => suite.rules.map((rule) => [rule.id, rule])));
  const writing = listRules().rules.flatMap((listed) => {
    const rule = rules.get(listed.id);
    return rule !== undefined && isWrite(rule) ? [{ id: listed.id, flags: flagsOf(listed, rule) }] : [];
  });

  expect(new Set(writing.map(({ flags }) => flags))).toEqual(
    new Set(['--allow-writes', '--allow-writes --allow-scope-all', '--allow-destroy']),
  );
  for (const { id, flags } of writing) {
    const page = readFileSync(pageFile(id), 'utf8');
    expect(page).toContain(`Only with \`${flags}\`.`);
    expect(page).toContain(`\`touchstone check --base-url URL ${flags} `);
    expect(page).toContain(`--base-url URL ${flags}\`\n`);
  }
});
