// Measures a check of tenants of several sizes: requests, CPU time and memory of the check and of the reference. `--users
// 1000,100000`, `--budget quick` and `--runs 3` change the runs. The medians are written as JSON with `--output FILE`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../dist/numbers/quantile.js';
import { COMMAND, measure, startReference } from './processes.mjs';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000,10000,100000,1000000' },
    budget: { type: 'string', default: 'standard' },
    runs: { type: 'string', default: '1' },
    output: { type: 'string' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'touchstone-sizes-'));
const row = (cells) => console.log(`| ${cells.join(' | ')} |`);
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
const megabytes = (mb) => `${mb.toFixed(0)} MB`;
const measured = [];

/** The medians of some runs against one reference. */
async function check({ url, token, fixtures }) {
  const report = join(folder, 'run.json');
  const target = ['--base-url', url, '--token', token, ...fixtures.flatMap((fixture) => ['--fixture', fixture])];
  const run = ['--budget', values.budget, '--seed', '1', '--timeout', '2m', '--quiet', '--report', `json=${report}`];
  const runs = [];
  for (let count = 0; count < Number(values.runs); count += 1) {
    const { ms, cpuMs, mb } = await measure([COMMAND, 'check', ...target, ...run], folder);
    runs.push({ ms, cpuMs, mb, requests: JSON.parse(readFileSync(report, 'utf8')).requests.sent });
  }
  const of = (name) => median(runs.map((one) => one[name]));
  return { requests: of('requests'), ms: of('ms'), cpuMs: of('cpuMs'), mb: of('mb') };
}

row([
  'users',
  'requests',
  'CPU of the check',
  'memory',
  'wall time',
  'CPU to start the reference',
  'CPU in all',
  'memory',
]);
row(Array.from({ length: 8 }, () => '--:'));
try {
  for (const users of values.users.split(',').map(Number)) {
    const server = await startReference(['--users', String(users)]);
    try {
      const started = server.usage();
      const own = await check(server);
      const reference = { startMs: started.cpuMs, ...server.usage() };
      measured.push({ users, ...own, reference });
      row([
        users,
        own.requests,
        seconds(own.cpuMs),
        megabytes(own.mb),
        seconds(own.ms),
        seconds(reference.startMs),
        seconds(reference.cpuMs),
        megabytes(reference.mb),
      ]);
    } finally {
      await server.stop();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.output !== undefined) writeFileSync(values.output, `${JSON.stringify(measured, null, 2)}\n`);
