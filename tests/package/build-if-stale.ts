import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const COMPILED = join(ROOT, 'dist', 'cli', 'main.js');
/** What dist/ is made from; the tests, and what is generated on the way, are not. */
const SOURCES = [
  'build',
  'cli',
  'conformance',
  'contract',
  'docs/rules',
  'engine',
  'generators',
  'index.ts',
  'options',
  'consistency',
  'reference',
  'reporters',
  'schemas/formats.ts',
  'schemas/interface',
  'schemas/json-pointer.ts',
  'schemas/touchstone',
  'suites',
  'tsconfig.build.json',
  'tsconfig.json',
];

/** When a file or anything in a folder last changed, in milliseconds since the epoch; 0 where there is none. */
function changedAt(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => changedAt(join(path, name))));
}

/** Compiles the package before its tests where a source is newer than what was compiled. */
export default function buildIfStale(): void {
  const newest = Math.max(...SOURCES.map((source) => changedAt(join(ROOT, source))));
  if (newest < changedAt(COMPILED)) return;
  const { status } = spawnSync(process.execPath, [join(ROOT, 'build', 'build.mjs')], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the package cannot be built, so it cannot be tested');
}
