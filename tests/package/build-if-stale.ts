import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const COMPILED = join(ROOT, 'dist', 'cli', 'main.js');
/** What dist/ is made from: the rooms that are compiled, and what is built with them. */
const SOURCES = [
  ...['build', 'docs/rules', 'package.json', 'tsconfig.build.json', 'tsconfig.json'],
  ...(JSON.parse(readFileSync(join(ROOT, 'tsconfig.build.json'), 'utf8')) as { include: string[] }).include,
];
/** What the build writes itself. */
const GENERATED = /[\\/]generated$/;

/** When a file or anything in a folder last changed, in milliseconds since the epoch; 0 where there is none. */
function changedAt(path: string): number {
  if (GENERATED.test(path)) return 0;
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
