import { join } from 'node:path/posix';

/** An import in a file: what it names, and whether it is of types alone and so gone at run time. */
export interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
}

/** The rooms that a room may import from, in addition to itself. */
const DOWN: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  schemas: [],
  numbers: [],
  consistency: [],
  options: ['contract'],
  generators: ['contract', 'schemas'],
  engine: ['contract', 'schemas', 'numbers', 'options'],
  reference: ['contract', 'schemas', 'generators'],
  reporters: ['contract', 'schemas', 'numbers'],
  suites: ['engine', 'consistency', 'generators', 'contract', 'schemas', 'numbers'],
  faults: ['contract', 'schemas'],
  power: ['faults', 'suites', 'engine', 'contract', 'schemas'],
  conformance: ['power', 'suites', 'engine', 'contract', 'schemas', 'numbers', 'options', 'reporters'],
  proof: ['conformance', 'power', 'faults', 'suites', 'engine', 'generators', 'contract', 'schemas', 'reference'],
  cli: [
    'proof',
    'conformance',
    'suites',
    'engine',
    'generators',
    'contract',
    'schemas',
    'options',
    'reporters',
    'reference',
  ],
  // The surface of the package, index.ts.
  '.': ['conformance', 'engine', 'schemas'],
};

/** All rooms but the root of the project. */
export const ROOMS = Object.keys(DOWN).filter((room) => room !== '.');

/** The rooms that a room may also import types from. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  reference: ['engine'],
  reporters: ['engine'],
};

/** What single files may import: the host starts the embedded reference itself. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  'conformance/checks.test.ts': ['reference'],
  // The checks as tests of a project that uses vitest.
  'conformance/vitest.ts': ['vitest'],
};

/** The packages that a room is confined to; the others import what they need. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  schemas: ['ajv-formats'],
  numbers: [],
  options: [],
  consistency: [],
  faults: [],
  suites: ['fast-check'],
  conformance: ['node:fs', 'node:module', 'node:path', 'node:process', 'node:util'],
};

const NOT_CHECKED = new Set(['tests', 'bench', 'build', 'docs']);

/** The imports and re-exports of a TypeScript file, `import()` included. */
export function importsOf(text: string): Import[] {
  const statements = text.matchAll(/^(?:import|export)\s+(type\s)?(?:[\w$*{},\s]+\sfrom\s+)?['"]([^'"]+)['"]/gm);
  const calls = text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g);
  return [
    ...[...statements].map(([, type, from = '']) => ({ from, typeOnly: type !== undefined })),
    ...[...calls].map(([, from = '']) => ({ from, typeOnly: false })),
  ];
}

/** What is wrong with the imports of a file, by its path from the root of the project; empty where nothing is. */
export function wrongArrows(file: string, text: string): string[] {
  const room = roomOf(file);
  if (NOT_CHECKED.has(room)) return [];
  const own = FILES[file] ?? [];
  return importsOf(text).flatMap(({ from, typeOnly }) => {
    const target = from.startsWith('.') ? roomOf(join(file, '..', from)) : packageOf(from);
    const taken = from.startsWith('.')
      ? target === room || DOWN[room]?.includes(target) || (typeOnly && TYPES[room]?.includes(target))
      : target !== 'vitest' && (typeOnly || (PACKAGES[room]?.includes(target) ?? true));
    return taken || own.includes(target) ? [] : [`${file} imports ${from}`];
  });
}

/** The folder at the root that a file lies in; `.` for a file at the root itself. */
function roomOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '.') : '.';
}

/** The package of a specifier, without what it names within. */
function packageOf(from: string): string {
  return from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');
}
