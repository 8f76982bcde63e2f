// Repeats runs with writes against a conforming target. Each run has to exit with 0 and restore every record byte for
// byte. `--runs 200` is the default, `--busy 8` keeps eight other processes busy, `--task 400` sets the duration of bulk
// updates in ms, and `--scope-all` allows bulk updates of all records. Exits with 1 if a run failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createReference, generateTenant } from '../dist/reference/index.js';
import { COMMAND } from './processes.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    busy: { type: 'string', default: '0' },
    task: { type: 'string', default: '40' },
    'scope-all': { type: 'boolean', default: false },
  },
});
const sizes = { applications: 60, users: 40, subscriptions: 4, agreements: 2, contracts: 2 };
const reference = createReference({ tenant: generateTenant({ seed: 3, sizes }), taskDurationMs: Number(values.task) });
const { url } = await reference.listen();
const dump = () => {
  const { applications, users, assignmentsOfSubscriptions } = reference.tenant;
  return JSON.stringify([applications.records, users.records, assignmentsOfSubscriptions]);
};

const busy = Array.from({ length: Number(values.busy) }, () =>
  spawn(process.execPath, ['-e', 'for (;;) Math.sqrt(Math.random());'], { stdio: 'ignore' }),
);

/** Runs the command once in a new folder. Returns its exit code and its output. */
async function run(seed) {
  const cwd = mkdtempSync(join(tmpdir(), 'touchstone-writes-'));
  const argv = ['check', '--base-url', url, '--quiet', '--seed', String(seed), '--allow-writes'];
  const selected = ['--operation', 'update*', '--operation', 'bulk*', '--operation', 'get*Task'];
  const child = spawn(
    process.execPath,
    [COMMAND, ...argv, ...selected, ...(values['scope-all'] ? ['--allow-scope-all'] : [])],
    { cwd, env: { ...process.env, TOUCHSTONE_TOKEN: reference.token }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  rmSync(cwd, { recursive: true, force: true });
  return { code, output };
}

const before = dump();
const start = performance.now();
const failed = [];
for (let seed = 1; seed <= Number(values.runs); seed += 1) {
  const { code, output } = await run(seed);
  const same = dump() === before;
  if (code === 0 && same) continue;
  failed.push(seed);
  console.log(`seed ${seed}: exit code ${code}, records ${same ? 'restored' : 'CHANGED'}\n${output}`);
  if (!same) break;
}
for (const process of busy) process.kill('SIGKILL');
await reference.close();
const seconds = Math.round((performance.now() - start) / 1000);
console.log(`${values.runs} runs with writes in ${seconds} s, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
