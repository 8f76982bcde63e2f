// Compares two run reports check by check: `node build/same-outcomes.mjs BEFORE.json AFTER.json`. Unlike
// `touchstone compare`, which looks for regressions, it prints every check whose outcome differs in any way, and then
// exits with 1. Use it before and after a change of the engine that must not change a verdict.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The checks of two reports with different outcomes, a line each; `absent` for a check that one of them lacks. */
export function differentOutcomes(before, after) {
  const [was, is] = [before, after].map(({ checks }) => new Map(checks.map(({ id, outcome }) => [id, outcome])));
  const ids = [...new Set([...was.keys(), ...is.keys()])];
  return ids
    .filter((id) => was.get(id) !== is.get(id))
    .map((id) => `${id}: ${was.get(id) ?? 'absent'} -> ${is.get(id) ?? 'absent'}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [before, after] = process.argv.slice(2, 4).map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const different = differentOutcomes(before, after);
  for (const line of different) console.log(line);
  console.log(`${different.length} of ${after.checks.length} checks differ`);
  process.exitCode = different.length > 0 ? 1 : 0;
}
