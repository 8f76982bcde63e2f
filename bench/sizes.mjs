// Measures a check of tenants of several sizes: requests, CPU time and memory. `--users 1000,100000` and
// `--budget standard` change the runs.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { COMMAND, measure, startReference } from './processes.mjs';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000,10000,100000,1000000' },
    budget: { type: 'string', default: 'quick' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'touchstone-sizes-'));
const row = (cells) => console.log(`| ${cells.join(' | ')} |`);
row(['users', 'requests', 'CPU of the check', 'memory of the check']);
row(['--:', '--:', '--:', '--:']);
try {
  for (const users of values.users.split(',')) {
    const { url, token, fixtures, stop } = await startReference(['--users', users]);
    const report = join(folder, 'run.json');
    const target = ['--base-url', url, '--token', token, ...fixtures.flatMap((fixture) => ['--fixture', fixture])];
    const run = ['--budget', values.budget, '--seed', '1', '--timeout', '2m', '--quiet', '--report', `json=${report}`];
    try {
      const { cpuMs, mb } = await measure([COMMAND, 'check', ...target, ...run], folder);
      const { requests } = JSON.parse(readFileSync(report, 'utf8'));
      row([users, requests.sent, `${(cpuMs / 1000).toFixed(2)} s`, `${mb.toFixed(0)} MB`]);
    } finally {
      await stop();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
