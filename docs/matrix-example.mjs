// Makes the example of a matrix, docs/matrix-example, from runs of the compiled command: node docs/matrix-example.mjs
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COMMAND = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js');
const SIZES = [
  '--applications',
  '30',
  '--users',
  '60',
  '--subscriptions',
  '8',
  '--agreements',
  '12',
  '--contracts',
  '12',
];

/** The implementations: the reference as it is, with permitted choices, and with defects. */
const IMPLEMENTATIONS = [
  { name: 'reference', title: 'The reference', differences: [] },
  {
    name: 'strict',
    title: 'Rejects what it can',
    differences: ['--variant', 'an-unknown-parameter-is-a-400', '--variant', 'the-page-after-the-last-is-a-404'],
  },
  {
    name: 'lenient',
    title: 'Ignores case, and repeats the last page',
    differences: [
      ...['--variant', 'texts-are-filtered-without-case', '--variant', 'texts-are-sorted-without-case-and-accents'],
      ...['--variant', 'the-page-after-the-last-is-the-last-one-once-more'],
    ],
  },
  { name: 'ignores-filters', title: 'Ignores filters', differences: ['--mutant', 'the-filter-is-ignored'] },
  {
    name: 'counts-wrongly',
    title: 'Counts pages and reads dates wrongly',
    differences: ['--mutant', 'total-pages-is-rounded-down', '--mutant', 'a-date-does-not-exist'],
  },
];

function touchstone(...argv) {
  return spawnSync(process.execPath, [COMMAND, ...argv], { encoding: 'utf8' });
}

/** Checks one implementation on a port of its own, and writes its run report. */
async function run({ name, differences }, port, folder) {
  const server = spawn(process.execPath, [COMMAND, 'serve', '--port', String(port), ...SIZES, ...differences]);
  let greeting = '';
  for await (const part of server.stdout.setEncoding('utf8')) {
    greeting += part;
    if (greeting.includes('Ctrl-C')) break;
  }
  const [, argv = ''] = /touchstone (check .*)/.exec(greeting) ?? [];
  const { stderr, status } = touchstone(
    ...argv.split(' '),
    ...['--seed', '1', '-q', '--report', `json=${join(folder, `${name}.json`)}`],
  );
  server.kill();
  if (status !== 0 && status !== 1) throw new Error(`${name}: ${stderr}`);
}

const folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
for (const [index, one] of IMPLEMENTATIONS.entries()) await run(one, 8101 + index, folder);
const identities = Object.fromEntries(
  IMPLEMENTATIONS.map(({ name, title }) => [name, { name: title, version: '1.0', contact: 'https://example.com' }]),
);
writeFileSync(join(folder, 'identities.json'), JSON.stringify({ implementations: identities }));
const site = join(import.meta.dirname, 'matrix-example');
rmSync(site, { recursive: true, force: true });
mkdirSync(site);
const reports = IMPLEMENTATIONS.map(({ name }) => join(folder, `${name}.json`));
const { stderr, status } = touchstone(
  ...['matrix', ...reports, '--site', site, '--identities', join(folder, 'identities.json')],
  ...['--report', `markdown=${join(site, 'README.md')}`],
);
if (status !== 0) throw new Error(stderr);
rmSync(folder, { recursive: true });
