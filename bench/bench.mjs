// Compares a full run of the command with a bare replay of the same requests. See README.md in this folder.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../dist/numbers/quantile.js';
import { COMMAND, measure, startReference } from './processes.mjs';
import { recordRequests } from './record.mjs';

const IN_FLIGHT = 10;
const MEMORY_MB = 180;
const LIMITS = [
  { name: 'no latency', latencyMs: 0, times: 2.5, plusMs: 600 },
  { name: '50 ms latency', latencyMs: 50, times: 1.5, plusMs: 1000 },
];

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '7' }, users: { type: 'string' }, help: { type: 'boolean' } },
});
if (values.help) {
  console.log('npm run bench [-- --runs 7] [--users 100000]');
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
  for (const limit of LIMITS) {
    const { check, replay } = await compare(limit, requestFile, folder);
    const allowed = limit.times * replay.ms + limit.plusMs;
    const within = check.ms <= allowed && check.mb < MEMORY_MB;
    passed &&= within;
    console.log(`${limit.name}: ${within ? 'passed' : 'FAILED'}`);
    console.log(
      `  check   ${seconds(check.ms)}, ${seconds(check.cpuMs)} of CPU, ${check.mb.toFixed(0)} MB maximum (limit ${MEMORY_MB} MB)`,
    );
    console.log(`  replay  ${seconds(replay.ms)}, ${seconds(replay.cpuMs)} of CPU, ${replay.mb.toFixed(0)} MB maximum`);
    console.log(
      `  ratio   ${(check.ms / replay.ms).toFixed(2)}; limit ${limit.times} x replay + ${seconds(limit.plusMs)} = ${seconds(allowed)}\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(passed ? 0 : 1);
