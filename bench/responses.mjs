// Compares the responses of two versions of the reference, and the CPU time that it takes for each request:
//   node bench/responses.mjs --users 100000 --output before.json
//   node bench/responses.mjs --before before.json
// The first command records the requests of a check, the second one sends the same again. The requests are sent one after the
// other, without a network. The exit code is 1 if a response differs in its status, its headers or its body.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createReference } from '../dist/reference/index.js';
import { COMMAND } from './processes.mjs';
import { recordRequests } from './record.mjs';

const SLOWEST = 10;
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '10000' },
    before: { type: 'string' },
    output: { type: 'string' },
  },
});
const before = values.before === undefined ? null : JSON.parse(readFileSync(values.before, 'utf8'));
const sizes = before?.sizes ?? { users: Number(values.users) };

async function recorded() {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-responses-'));
  const given = (fixtures) => fixtures.flatMap((fixture) => ['--fixture', fixture]);
  const argumentsOf = ({ url, token, fixtures }) => [
    ...[COMMAND, 'check', '--base-url', url, '--token', token],
    ...['--seed', '1', '--timeout', '2m', '--quiet', ...given(fixtures)],
  ];
  try {
    return await recordRequests(argumentsOf, sizes, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const requests = before?.requests ?? (await recorded());
const reference = createReference({ sizes });
await reference.app.ready();
const responses = [];
for (const { method, path, headers } of requests) {
  const start = cpuMs();
  const { statusCode, headers: received, rawPayload } = await reference.app.inject({ method, url: path, headers });
  const { date, ...compared } = received;
  const hash = createHash('sha256')
    .update(JSON.stringify([statusCode, compared]))
    .update(rawPayload);
  responses.push({ path, ms: cpuMs() - start, digest: hash.digest('hex') });
}
await reference.close();
const total = (all) => all.reduce((sum, { ms }) => sum + ms, 0) / 1000;
console.log(
  `${requests.length} requests to a reference with ${sizes.users} users: ${total(responses).toFixed(2)} s of CPU`,
);
for (const { path, ms } of responses.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST))
  console.log(`${ms.toFixed(0).padStart(6)} ms  ${decodeURIComponent(path).slice(0, 120)}`);
if (values.output !== undefined) writeFileSync(values.output, JSON.stringify({ sizes, requests, responses }));
if (before !== null) {
  const different = responses.filter(({ digest }, index) => digest !== before.responses[index].digest);
  console.log(`before: ${total(before.responses).toFixed(2)} s of CPU; ${different.length} responses differ`);
  for (const { path } of different.slice(0, SLOWEST)) console.log(`  ${decodeURIComponent(path)}`);
  process.exitCode = different.length === 0 ? 0 : 1;
}
