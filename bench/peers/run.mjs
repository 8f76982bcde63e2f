// Runs touchstone and alternative tools on the same broken references. See README.md in this folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../../dist/numbers/quantile.js';
import { compare } from './compare.mjs';
import { dredd } from './dredd.mjs';
import { prism } from './prism.mjs';
import { respect } from './respect.mjs';
import { schemathesis } from './schemathesis.mjs';
import { sampleMutants, sampleVariants } from './subjects.mjs';
import { touchstone } from './touchstone.mjs';

const TOOLS = { touchstone, prism, respect, dredd, schemathesis };

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '20' },
    variants: { type: 'string', default: '6' },
    all: { type: 'boolean' },
    tool: { type: 'string', multiple: true, default: Object.keys(TOOLS) },
    verbose: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const wrong =
  ![values.sample, values.variants].every((text) => /^\d+$/.test(text)) || values.tool.some((name) => !(name in TOOLS));
if (values.help || wrong) {
  console.log('npm run bench:peers [-- --sample 20] [--variants 6] [--all] [--tool NAME ...] [--verbose]');
  console.log(`tools: ${Object.keys(TOOLS).join(', ')}`);
  process.exit(values.help ? 0 : 2);
}
const count = (given) => (values.all ? Number.POSITIVE_INFINITY : Number(given));
const subjects = [...sampleMutants(count(values.sample)), ...sampleVariants(count(values.variants))];

/** The row of a tool in the table. */
function rowOf(name, runs) {
  const [own, ...others] = runs;
  const part = (kind) => others.filter(({ subject }) => subject.kind === kind);
  const share = (some) => `${some.filter(({ hit }) => hit).length} of ${some.length}`;
  const requests = median(runs.map(({ requests }) => requests));
  const seconds = median(runs.map(({ ms }) => ms)) / 1000;
  const cells = [
    share(part('mutant')),
    own.complaints.length,
    share(part('variant')),
    others.filter(({ broken }) => broken).length,
    requests,
    `${seconds.toFixed(1)} s`,
  ];
  return `| ${[name, ...cells].join(' | ')} |`;
}

function printRun({ subject, run, hits }) {
  const found = run.broken
    ? 'broke down'
    : hits.length === 0
      ? 'nothing'
      : `${hits.length}, such as ${hits[0].split('\n')[0]}`;
  console.error(`  ${subject.kind} ${subject.id}: ${found} (${(run.ms / 1000).toFixed(1)} s)`);
}

const rows = [];
let missing = 0;
for (const tool of values.tool.map((name) => TOOLS[name])) {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-peers-run-'));
  console.error(tool.name);
  try {
    const runs = await compare(tool, subjects, folder, values.verbose ? printRun : () => {});
    rows.push(rowOf(tool.name, runs));
  } catch (error) {
    missing += 1;
    rows.push(`| ${tool.name} | not run, because ${error.message.split('\n')[0]} | | | | |`);
    if (values.verbose) console.error(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(`Node ${process.versions.node}, ${cpus().length} cores\n`);
console.log(
  '| tool | mutants caught | complaints about the reference | variants accused | breakdowns | requests per run | wall time per run |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- |');
console.log(rows.join('\n'));
process.exit(missing === 0 ? 0 : 1);
