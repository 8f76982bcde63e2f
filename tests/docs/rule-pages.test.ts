import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listRules } from '../../conformance/list.js';

it('docs/rules has a page for each rule and no other page', () => {
  const pages = readdirSync(join(import.meta.dirname, '..', '..', 'docs', 'rules'));
  expect(pages.toSorted()).toEqual(
    listRules()
      .rules.map(({ id }) => `${id}.md`)
      .toSorted(),
  );
});
