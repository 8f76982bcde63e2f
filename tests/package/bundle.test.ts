import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const DIST = join(ROOT, 'dist');
const MAX_BYTES = 8_900_000;

const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
};
const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) =>
  statSync(join(DIST, file)).isFile(),
);

/** What a module or its types import, by name. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(DIST, file), 'utf8');
  const statements = text.matchAll(/(?:^|;)(?:import|export)\b[^;'"]*?\bfrom ?["']([^"'\n]+)["']/gm);
  return [...statements].map(([, from = '']) => from);
}

describe('the bundle', () => {
  it('imports no package that is not a dependency', () => {
    const packages = files.filter((file) => /\.(js|d\.ts)$/.test(file)).flatMap(importsOf);
    const bare = packages.filter((from) => !from.startsWith('.') && !isBuiltin(from));

    // Loaded with `import()`, and only for a config file in TypeScript.
    const ownImports = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => name !== 'jiti');
    expect([...new Set(bare)].sort()).toEqual(ownImports.sort());
  });

  it('has entries that Node, bundlers and TypeScript find', async () => {
    const { messages } = await publint({ pkgDir: ROOT, pack: false });

    expect(messages).toEqual([]);
  });

  it('has the types that those of its entries import', () => {
    const types = files.filter((file) => file.endsWith('.d.ts'));
    const missing = types.flatMap((file) =>
      importsOf(file)
        .filter((from) => from.startsWith('.'))
        .map((from) => join(DIST, dirname(file), from.replace(/\.js$/, '.d.ts')))
        .filter((path) => !existsSync(path)),
    );

    expect(missing).toEqual([]);
    expect(types).toEqual(expect.arrayContaining(['index.d.ts', join('generators', 'index.d.ts')]));
  });

  it('has the licences of the packages in it', () => {
    const licences = readFileSync(join(DIST, 'LICENCES.txt'), 'utf8');

    expect(licences).toMatch(/^fastify \d/m);
    expect(licences).toMatch(/^commander \d/m);
    expect(licences).not.toMatch(/^undici \d/m);
  });

  it(`is smaller than ${MAX_BYTES / 1_000_000} MB`, () => {
    expect(files.reduce((sum, file) => sum + statSync(join(DIST, file)).size, 0)).toBeLessThan(MAX_BYTES);
  });
});
