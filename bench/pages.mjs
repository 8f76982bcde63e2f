// Compares what touchstone does with pages of 1,000 users (read, parse, validate, judge and compare them) with a bare replay of
// the same requests: jiti bench/pages.mjs, or npm run bench -- --pages. Both run in turn in one process, so that only the pages
// count; `--batches 15` changes how often. Each batch reads 20 pages: a list of 5,000 users, and three times again to find
// out whether it is stable.
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { described } from '../conformance/interface.js';
import { operations } from '../contract/operations/index.js';
import { Client } from '../engine/client/client.js';
import { JudgeStates } from '../engine/run/judge-states.js';
import { ledgerOf, plan } from '../engine/run/plan.js';
import { AskContext } from '../engine/session/ask-context.js';
import { Session } from '../engine/session/session.js';
import { World } from '../engine/session/world.js';
import { resolveTarget } from '../engine/target/target.js';
import { median } from '../numbers/quantile.js';
import { suites } from '../suites/index.js';
import { startReference } from './processes.mjs';

const IN_FLIGHT = 10;
const PAGE = 1000;
const USERS = 5000;
const PAGES = 20;
/** Batches before the measured ones, in which Node compiles the code. */
const WARM_UP = 5;
/** The limit of the ratio of CPU times, a fifth above what was measured last, and the goal for that of wall times. */
const LIMIT = 11;
const GOAL = 1.5;

const { values } = parseArgs({ options: { batches: { type: 'string', default: '15' } } });
const { url, token, stop } = await startReference(['--users', String(USERS)]);
const target = resolveTarget({ baseUrl: url, token }, operations);
const client = new Client({
  origin: target.origin,
  concurrency: IN_FLIGHT,
  timeoutMs: 60_000,
  userAgent: 'touchstone',
});
const pool = new Pool(target.origin, { connections: IN_FLIGHT });
const checks = plan(suites, {}).filter(({ operation }) => operation.id === 'getUsers');
const [{ operation }] = checks;
const { path } = target.binding(operation);

async function touchstone() {
  const judges = new JudgeStates(checks);
  const session = new Session(target, client, ledgerOf(checks, { budget: 'standard' }), (seen) => judges.accept(seen));
  const context = new AskContext(operation, new World(session, described), 1, 1);
  await context.assertStable(await context.walk(PAGE), ['displayName']);
}

async function replay() {
  let left = PAGES;
  const sendInTurn = async () => {
    while (left > 0) {
      left -= 1;
      const number = (left % (USERS / PAGE)) + 1;
      const { body } = await pool.request({
        method: 'GET',
        path: target.path(`${path}?page_size=${PAGE}&page_number=${number}`),
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      });
      await body.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, sendInTurn));
}

const measured = { touchstone: [], replay: [] };
try {
  for (let batch = -WARM_UP; batch < Number(values.batches); batch += 1) {
    for (const [name, run] of Object.entries({ touchstone, replay })) {
      const [start, before] = [performance.now(), process.cpuUsage()];
      await run();
      const { user, system } = process.cpuUsage(before);
      if (batch >= 0) measured[name].push({ ms: performance.now() - start, cpuMs: (user + system) / 1000 });
    }
  }
} finally {
  await Promise.all([client.close(), pool.destroy(), stop()]);
}
const expected = (Number(values.batches) + WARM_UP) * PAGES;
if (client.counts.sent !== expected) throw new Error(`touchstone sent ${client.counts.sent} requests, not ${expected}`);
const of = (name, what) => median(measured[name].map((one) => one[what])) / PAGES;
for (const name of Object.keys(measured))
  console.log(
    `  ${name.padEnd(10)}  ${of(name, 'ms').toFixed(2)} ms, ${of(name, 'cpuMs').toFixed(2)} ms of CPU per page`,
  );
const ratio = of('touchstone', 'ms') / of('replay', 'ms');
const cpuRatio = of('touchstone', 'cpuMs') / of('replay', 'cpuMs');
console.log(`  ratio       ${ratio.toFixed(2)}, of CPU ${cpuRatio.toFixed(2)} (limit ${LIMIT})`);
console.log(`  goal        a ratio of ${GOAL}: ${ratio <= GOAL ? 'reached' : 'not reached'}`);
process.exit(cpuRatio <= LIMIT ? 0 : 1);
