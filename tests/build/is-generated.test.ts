import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
// @ts-expect-error a script without types
import { generateRulePages } from '../../build/generate-rule-pages.mjs';
// @ts-expect-error a script without types
import { isGenerated } from '../../build/is-generated.mjs';

it('finds no generated code in a fresh clone, and finds it after the last step that generates', () => {
  const root = mkdtempSync(join(tmpdir(), 'touchstone-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'docs', 'rules'), { recursive: true });
  writeFileSync(join(root, 'docs', 'rules', 'paging.echo.md'), '# A page');
  expect(isGenerated(root)).toBe(false);

  mkdirSync(join(root, 'schemas', 'generated'), { recursive: true });
  expect(isGenerated(root)).toBe(false);
  generateRulePages(root);
  expect(isGenerated(root)).toBe(true);
});
