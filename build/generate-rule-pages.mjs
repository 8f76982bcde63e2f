// Writes the pages of docs/rules as a module, so that reports and `touchstone explain` can use them anywhere.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const BANNER = '// Generated from docs/rules by `npm run build`; do not edit.\n';

/** Writes reporters/generated/rule-pages.ts under `root`: the Markdown of each page by the id of its rule. */
export function generateRulePages(root) {
  const pages = join(root, 'docs', 'rules');
  const entries = readdirSync(pages)
    .sort()
    .map((file) => [basename(file, '.md'), readFileSync(join(pages, file), 'utf8')]);
  const folder = join(root, 'reporters', 'generated');
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify(entries, null, 2);
  writeFileSync(
    join(folder, 'rule-pages.ts'),
    `${BANNER}export const rulePages: ReadonlyMap<string, string> = new Map<string, string>(${text});\n`,
  );
}
