// Writes docs/rules from runs of the reference: the pages of all rules, or of the rules with the given ids.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const rules = process.argv.slice(2);
/** Compiling the sources takes longer than writing a page: what has not changed since the last time is kept. */
const CACHED = ['--experimental.fsModuleCache'];

/** A regular expression that matches exactly this text. */
const literally = (text) => text.replaceAll(/[^\w-]/g, '\\$&');

// With --update, the tests of the pages write the pages.
const named = rules.length === 0 ? [] : ['--testNamePattern', `'(?:${rules.map(literally).join('|')})'`];
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'tests', 'tests/docs/rule-pages.slow.test.ts', '--update', ...CACHED, ...named],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TOUCHSTONE_EACH: '1' } },
);
const unknown = rules.filter((rule) => !existsSync(join(root, 'docs', 'rules', `${rule}.md`)));
if (unknown.length > 0) {
  console.error(`Unknown rule: ${unknown.join(', ')}. Run \`touchstone list rules\` to list all ids.`);
  process.exit(2);
}
process.exit(status ?? 1);
