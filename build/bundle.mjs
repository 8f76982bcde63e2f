// Bundles the package into dist/. The packages that it needs are in the bundle, except the dependencies of users: an
// installation is small, and the embedded reference and the proof work in it.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from './licences.mjs';

/** What only the scripts of this repository load, in addition to the entries in package.json. */
const FOR_SCRIPTS = [
  'conformance/openapi/index.ts',
  'conformance/version.ts',
  'contract/operations/index.ts',
  'numbers/quantile.ts',
  'reference/index.ts',
  'reference/mutants/index.ts',
  'reference/variants/index.ts',
];
/** CommonJS packages in the bundle load modules of Node with `require`. */
const REQUIRE =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

const sourceOf = (compiled) => compiled.replace(/^(\.\/)?dist\//, '').replace(/\.js$/, '.ts');

/**
 * Writes dist/ under `root`: the modules, the licences of the packages in them and, if `types` is set, the types of what
 * the package exports.
 */
export async function bundle(root, { types }) {
  const dist = join(root, 'dist');
  const { bin, exports, imports, dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const exported = Object.values(exports).flatMap((one) => (typeof one === 'string' ? [] : [one]));
  rmSync(types ? dist : join(dist, 'chunks'), { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [
      ...[...Object.values(bin), ...Object.values(imports), ...exported.map((one) => one.default)].map(sourceOf),
      ...FOR_SCRIPTS,
    ],
    outbase: '.',
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: Object.keys({ ...dependencies, ...peerDependencies }),
    banner: { js: REQUIRE },
    legalComments: 'none',
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
    logLevel: 'warning',
  });
  writeFileSync(join(dist, 'LICENCES.txt'), licencesOf(bundledFiles(root, metafile)).join('\n'));
  chmodSync(join(root, bin.touchstone), 0o755);
  if (!types) return;
  declare(
    root,
    exported.map((one) => one.types.replace(/^\.\/dist\//, '')),
  );
}

/** The files whose code is in the bundle. */
function bundledFiles(root, { outputs }) {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => join(root, file));
}

/** Writes the type declarations of the entries and of what these import. */
function declare(root, entries) {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  const all = mkdtempSync(join(tmpdir(), 'touchstone-types-'));
  const args = [tsc, '-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--outDir', all];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  const found = new Set(entries.map((entry) => join(all, entry)));
  for (const file of found) {
    const text = readFileSync(file, 'utf8');
    for (const [, from] of text.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)\.js['"]/g)) {
      found.add(join(dirname(file), `${from}.d.ts`));
    }
    cpSync(file, join(root, 'dist', relative(all, file)));
  }
  rmSync(all, { recursive: true });
}
