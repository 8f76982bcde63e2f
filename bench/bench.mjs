// Compares a full run of the command with a bare replay of the same requests. See README.md in this folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from '../dist/numbers/quantile.js';
import { COMMAND, measure, startReference } from './processes.mjs';
import { recordRequests } from './record.mjs';

const IN_FLIGHT = 10;
const MEMORY_MB = 180;
const JITI = join(dirname(fileURLToPath(import.meta.resolve('jiti/package.json'))), 'lib', 'jiti-cli.mjs');
/**
 * `limit` guards against a regression: it is about a fifth above what was measured last (see README.md). Without latency it
 * is one of CPU time, which depends less on what else the machine does. `goal` is the wall time that was set as the goal.
 */
const CASES = [
  {
    name: 'no latency',
    latencyMs: 0,
    limit: { of: 'cpuMs', times: 6, plusMs: 1200 },
    goal: { of: 'ms', times: 1.6, plusMs: 500 },
  },
  {
    name: '50 ms latency',
    latencyMs: 50,
    limit: { of: 'ms', times: 1.4, plusMs: 500 },
    goal: { of: 'ms', times: 1.6, plusMs: 500 },
  },
];
const WORDS = { ms: 'wall time', cpuMs: 'CPU time' };

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '7' },
    users: { type: 'string' },
    pages: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log('npm run bench [-- --runs 7] [--users 100000] [--pages]');
  process.exit(0);
}
const runs = Number(values.runs);
const sizes = values.users === undefined ? {} : { users: Number(values.users) };

function checkArguments({ url, token, fixtures }) {
  const given = fixtures.flatMap((fixture) => ['--fixture', fixture]);
  return [COMMAND, 'check', '--base-url', url, '--token', token, '--seed', '1', '--quiet', ...given];
}

/** Alternates runs of the command and the replay, after one warm-up run of each. */
async function compare({ latencyMs }, requestFile, folder) {
  const size = Object.entries(sizes).flatMap(([name, number]) => [`--${name}`, String(number)]);
  const latency = latencyMs === 0 ? [] : ['--latency', `${latencyMs}ms`];
  const server = await startReference([...size, ...latency]);
  const scripts = {
    check: checkArguments(server),
    replay: [join(import.meta.dirname, 'replay.mjs'), requestFile, server.url, String(IN_FLIGHT)],
  };
  const measured = { check: [], replay: [] };
  try {
    for (let run = 0; run <= runs; run += 1) {
      for (const [name, argv] of Object.entries(scripts)) {
        const one = await measure(argv, folder);
        if (run > 0) measured[name].push(one);
      }
    }
  } finally {
    await server.stop();
  }
  const of = (name) => ({
    ms: median(measured[name].map(({ ms }) => ms)),
    cpuMs: median(measured[name].map(({ cpuMs }) => cpuMs)),
    mb: Math.max(...measured[name].map(({ mb }) => mb)),
  });
  return { check: of('check'), replay: of('replay') };
}

const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
let passed = true;
try {
  const requests = await recordRequests(checkArguments, sizes, folder);
  const requestFile = join(folder, 'requests.json');
  writeFileSync(requestFile, JSON.stringify(requests));
  console.log(`Node ${process.versions.node}, ${cpus().length} cores, ${runs} runs each, medians of wall and CPU time`);
  console.log(`${requests.length} requests, ${IN_FLIGHT} in flight, ${sizes.users ?? 'default number of'} users\n`);
  for (const one of CASES) {
    const { check, replay } = await compare(one, requestFile, folder);
    const allowed = ({ of, times, plusMs }) => times * replay[of] + plusMs;
    const words = (what) =>
      `${what.times} x replay + ${seconds(what.plusMs)} = ${seconds(allowed(what))} of ${WORDS[what.of]}`;
    const isWithin = (what) => check[what.of] <= allowed(what);
    const within = isWithin(one.limit) && check.mb < MEMORY_MB;
    passed &&= within;
    console.log(`${one.name}: ${within ? 'passed' : 'FAILED'}`);
    console.log(
      `  check   ${seconds(check.ms)}, ${seconds(check.cpuMs)} of CPU, ${check.mb.toFixed(0)} MB maximum (limit ${MEMORY_MB} MB)`,
    );
    console.log(`  replay  ${seconds(replay.ms)}, ${seconds(replay.cpuMs)} of CPU, ${replay.mb.toFixed(0)} MB maximum`);
    console.log(
      `  ratio   ${(check.ms / replay.ms).toFixed(2)}, of CPU ${(check.cpuMs / replay.cpuMs).toFixed(2)}; limit ${words(one.limit)}`,
    );
    console.log(`  goal    ${words(one.goal)}: ${isWithin(one.goal) ? 'reached' : 'not reached'}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.pages) {
  console.log('pages of 1,000 records:');
  const pages = spawn(process.execPath, [JITI, join(import.meta.dirname, 'pages.mjs')], { stdio: 'inherit' });
  const [code] = await once(pages, 'exit');
  passed &&= code === 0;
}
process.exit(passed ? 0 : 1);
