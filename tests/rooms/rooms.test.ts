import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, ROOMS, wrongArrows } from './arrows.js';
import { circles, interfaceWords, wrongEngineArrows } from './circles.js';

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

/** The sources of the rooms, by their paths; what tests, bench and docs import is theirs. */
function rooms(): Map<string, string> {
  const own = sources().filter((file) => !/^(tests|bench|build|docs)\//.test(file));
  return new Map(own.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
}

describe('files', () => {
  it('do not import each other in a circle, type-only imports included', () => {
    expect(circles(rooms())).toEqual([]);
  });

  it('in a circle are found, however long it is', () => {
    const text = (name: string) => `import type { A } from './${name}.js';`;
    const three = new Map([
      ['engine/a.ts', text('b')],
      ['engine/b.ts', text('c')],
      ['engine/c.ts', text('a')],
      ['engine/d.ts', text('a')],
    ]);

    expect(circles(three)).toEqual([['engine/a.ts', 'engine/b.ts', 'engine/c.ts']]);
  });
});

describe('the folders of the engine', () => {
  it('import each other downwards only', () => {
    const found = [...rooms()].flatMap(([file, text]) => wrongEngineArrows(file, text));

    expect(found).toEqual([]);
  });

  it.each([
    ['engine/session/world.ts', "import type { Rule } from '../run/rule.js';"],
    ['engine/writes/journal.ts', "import { gateOf } from '../report/gate.js';"],
    ['engine/client/client.ts', "import type { Target } from '../target/target.js';"],
    ['engine/other.ts', "import { Client } from './client/client.js';"],
    ['engine/run/run.ts', "import { other } from '../other.js';"],
  ])('do not import upwards, nor from outside of them: %s with %s', (file, text) => {
    expect(wrongEngineArrows(file, text)).toHaveLength(1);
  });
});

describe('the engine', () => {
  it('has no word of the interface: those are data of the contract', () => {
    const engine = [...rooms()].filter(([file]) => file.startsWith('engine/'));

    expect(engine.flatMap(([file, text]) => interfaceWords(file, text))).toEqual([]);
  });

  it.each(["area === 'agreements'", "name === 'fromDate'", "status === 'Complete'", '/** Removes a subscription. */'])(
    'is found to have one in %s',
    (line) => {
      expect(interfaceWords('engine/run/run.ts', line)).toHaveLength(1);
    },
  );
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
    ['contract/clauses/paging.ts', "import { run } from '../../engine/run.js';"],
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
    ['suites/laws/paging.ts', "import type { AskRule } from '../../engine/rule.js';"],
    ['reference/context.ts', "import type { WireForm } from '../engine/options.js';"],
    ['reporters/json.ts', "import type { Progress } from '../engine/options.js';"],
    ['engine/plan.ts', "import picomatch from 'picomatch';"],
    ['conformance/vitest.ts', "import { it } from 'vitest';"],
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
