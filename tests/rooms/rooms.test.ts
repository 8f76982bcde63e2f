import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, ROOMS, wrongArrows } from './arrows.js';

const ROOT = join(import.meta.dirname, '..', '..');
const OTHER = /^(node_modules|dist|coverage|\..*)$/;

/** All TypeScript files of the project but those of its tests, by their path from its root. */
function sources(folder = ROOT): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return OTHER.test(entry.name) ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) && entry.name !== 'vitest.config.ts' ? [relative(ROOT, path)] : [];
  });
}

describe('the rooms of the project', () => {
  it('import each other downwards only', () => {
    const files = sources();
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((file) => wrongArrows(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
  });
});

describe('the quick tests, which npm test runs', () => {
  it('import from every room', () => {
    const quick = sources().filter((file) => /^tests\/(?!.*\.(slow|browser)\.test\.ts$).*\.test\.ts$/.test(file));
    const imported = quick.flatMap((file) =>
      importsOf(readFileSync(join(ROOT, file), 'utf8'))
        .filter(({ typeOnly }) => !typeOnly)
        .map(({ from }) => join(file, '..', from).split('/')[0]),
    );
    expect(ROOMS.filter((room) => !imported.includes(room))).toEqual([]);
  });
});

describe('an arrow that points up', () => {
  it.each([
    ['contract/clauses/paging.ts', "import { run } from '../../engine/run/run.js';"],
    ['contract/types.ts', "import { request } from 'undici';"],
    ['engine/run.ts', "import { suites } from '../suites/index.js';"],
    ['engine/run.ts', "import type { Paper } from '../reporters/console/paper.js';"],
    ['engine/client/client.ts', "const { createReference } = await import('../../reference/index.js');"],
    ['generators/ids.ts', "export { plan } from '../engine/plan.js';"],
    ['suites/laws/paging.ts', "import {\n  createReference,\n} from '../../reference/index.js';"],
    ['suites/laws/paging.ts', "import { it } from 'vitest';"],
    ['reporters/json.ts', "import { run } from '../engine/run.js';"],
    ['reference/server.ts', "import { run } from '../engine/run.js';"],
    ['conformance/check.ts', "import { createReference } from '../reference/index.js';"],
    ['conformance/check.ts', "import { it } from 'vitest';"],
    ['cli/main.ts', "import { sampleRun } from '../tests/reporters/sample-run.js';"],
    ['index.ts', "import '../cli/main.js';"],
    ['new-room/file.ts', "import { run } from '../engine/run.js';"],
  ])('is found in %s: %s', (file, text) => {
    expect(wrongArrows(file, text)).toHaveLength(1);
  });
});

describe('an arrow that points down, or is of types alone where that is allowed', () => {
  it.each([
    ['suites/laws/paging.ts', "import type { AskRule } from '../../engine/run/rule.js';"],
    ['reference/context.ts', "import type { WireForm } from '../engine/options.js';"],
    ['reporters/json.ts', "import type { Progress } from '../engine/options.js';"],
    ['engine/plan.ts', "import picomatch from 'picomatch';"],
    ['conformance/checks.test.ts', "import { it } from 'vitest';"],
    ['cli/services.ts', "const { check } = await import('../conformance/check.js');"],
  ])('is taken in %s: %s', (file, text) => {
    expect(wrongArrows(file, text)).toEqual([]);
  });
});

describe('the imports of a file', () => {
  it('are read over several lines, with and without types, and are no words of a comment', () => {
    const text = [
      "import fc from 'fast-check';",
      "import type {\n  Operation,\n} from './types.js';",
      "import './side-effect.js';",
      "// what came from '../nowhere.js'",
      "export type { Rule } from './rule.js';",
      "const later = () => import('./later.js');",
    ].join('\n');
    expect(importsOf(text)).toEqual([
      { from: 'fast-check', typeOnly: false },
      { from: './types.js', typeOnly: true },
      { from: './side-effect.js', typeOnly: false },
      { from: './rule.js', typeOnly: true },
      { from: './later.js', typeOnly: false },
    ]);
  });
});
