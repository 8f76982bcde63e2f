// Measures runs against targets and with files that are made to take much memory. Prints a row for each: the maximum
// resident set size, wall time, CPU time, exit code and the last line of output. `--only TEXT` measures those whose name contains TEXT,
// `--area users` checks one area of each target, `--writes` also updates its records, `--after 200` lets so many responses
// pass unchanged, `--limit 400` sets the limit in MB, and `--size 256` the size of the files in MB. Exits with 1 if one
// exceeds the limit, or ends with an internal error.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createReference, generateTenant } from '../dist/reference/index.js';
import { COMMAND } from './processes.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    writes: { type: 'boolean', default: false },
    after: { type: 'string', default: '0' },
    area: { type: 'string' },
    limit: { type: 'string', default: '400' },
    size: { type: 'string', default: '256' },
    minutes: { type: 'string', default: '15' },
  },
});
const MB = 1024 * 1024;
const PEAK = join(import.meta.dirname, 'peak-memory.mjs');
const AREAS = {
  applications: '*pplication*',
  users: '*User*',
  subscriptions: '*ubscription*',
  agreements: '*greement*',
};

const json = (body) => ({ body: Buffer.from(JSON.stringify(body)) });
const items = (body, change) => (body.items === undefined ? change(body) : { ...body, items: body.items.map(change) });
const deep = (levels) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
/** The text of a body with one more member. */
const withMember = (body, name, text) => ({
  body: Buffer.from(`${JSON.stringify(body).slice(0, -1)},"${name}":${text}}`),
});
const text40 = JSON.stringify(Array.from({ length: 220_000 }, (_one, index) => `a text of 32 characters ${index}`));
const longTexts = JSON.stringify(Array.from({ length: 10 }, (_one, index) => `${index}`.padEnd(950_000, 'x')));
const keys = `{${Array.from({ length: 1_000_000 }, (_one, index) => `"k${index}":1`).join(',')}}`;
const slow = `${' '.repeat(45_000)}${'0'.repeat(45_000)}!`;
const chain = (body, links) => {
  let coded = body;
  for (let link = 0; link < links; link += 1) coded = gzipSync(coded);
  return { body: coded, headers: { 'content-encoding': Array(links).fill('gzip').join(', ') } };
};
const bomb = gzipSync(Buffer.alloc(1024 * MB), { level: 9 });

/** Targets: what each makes of a body of the reference. */
const TARGETS = {
  'values of 9 MB in each response': (body) => withMember(body, 'pad', text40),
  'texts of 950,000 characters, 9 MB in each response': (body) => withMember(body, 'pad', longTexts),
  'a text of 25 MB in each response': (body) => withMember(body, 'pad', `"${'x'.repeat(25 * MB)}"`),
  'records nested 900 deep': (body) => ({
    body: Buffer.from(
      JSON.stringify(items(body, (one) => ({ ...one, deep: 0 }))).replaceAll('"deep":0', `"deep":${deep(900)}`),
    ),
  }),
  'a member nested 10,000,000 deep': (body) => withMember(body, 'deep', '['.repeat(10_000_000)),
  'an object of a million keys': (body) => withMember(body, 'keys', keys),
  '100,000 items in a page': (body) =>
    json(Array.isArray(body.items) ? { ...body, items: Array(100_000).fill(body.items[0] ?? {}) } : body),
  '4,000 items of 2 KB in a page': (body) =>
    json(
      Array.isArray(body.items)
        ? { ...body, items: Array(4000).fill({ ...body.items[0], pad: 'x'.repeat(2000) }) }
        : body,
    ),
  'refusals of 31 MB': () => ({ status: 400, body: Buffer.alloc(31 * MB, 'x') }),
  'refusals of 15 MB': () => ({
    status: 400,
    body: Buffer.from(`{"error":{"code":400,"message":"${'x'.repeat(15 * MB)}"}}`),
  }),
  'a chain of 31 content codings': (body) => chain(Buffer.from(JSON.stringify(body)), 31),
  'a compressed body of 1 GB': () => ({ body: bomb, headers: { 'content-encoding': 'gzip' } }),
  'no JSON, 14 MB of it': () => ({ body: Buffer.alloc(14 * MB, 'x') }),
  'HTML of 14 MB': () => ({ body: Buffer.from('<html>'.padEnd(14 * MB)), headers: { 'content-type': 'text/html' } }),
  '400 of 14 MB to updates': (body, { method }) =>
    method === 'GET' ? json(body) : { status: 400, body: Buffer.alloc(14 * MB, 'x') },
  'values of 9 MB to updates': (body, { method }) => (method === 'GET' ? json(body) : withMember(body, 'pad', text40)),
  'headers of 60 KB': (body) => ({ ...json(body), headers: { 'x-pad': 'x'.repeat(60_000) } }),
  'headers of 200 KB': (body) => ({ ...json(body), headers: { 'x-pad': 'x'.repeat(200_000) } }),
  '3,000 headers': (body) => ({
    ...json(body),
    headers: Object.fromEntries(Array.from({ length: 3000 }, (_one, index) => [`x-${index}`, 'y'.repeat(10)])),
  }),
  'interim responses without end': (_body, { socket }) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'), 1);
    socket.on('close', () => clearInterval(timer));
    return null;
  },
  'values on which patterns are slow': (body) =>
    json(
      items(body, (one) =>
        Object.fromEntries(
          Object.entries(one).map(([name, value]) => [
            name,
            typeof value === 'string' && name !== 'id' && Math.random() < 0.1 ? slow : value,
          ]),
        ),
      ),
    ),
};

/** Commands with a file of many megabytes that is none of the kind, and its first bytes. */
const FILES = {
  'a report of zeros': [['report', 'FILE'], ''],
  'a report of one text': [['report', 'FILE'], '{"format":"touchstone.run-report/2","a":"'],
  'a report of many values': [['report', 'FILE'], '[', '0,'],
  'a report to replay': [
    ['replay', 'FILE', 'getUsers/paging.total-pages', '--base-url', 'http://127.0.0.1:1'],
    '[',
    '0,',
  ],
  'two reports to compare': [['compare', 'FILE', 'FILE'], '{"a":"'],
  'a config of zeros': [['check', '--config', 'FILE.yaml'], ''],
  'a config of one text': [['check', '--config', 'FILE.json'], '{"a":"'],
  'a baseline': [['check', '--reference', '--rule', 'answers.media-type', '--baseline', 'FILE.yaml'], 'a: "'],
  'a journal of zeros': [['undo', 'FILE', '--base-url', 'http://127.0.0.1:1'], ''],
  'a journal of line breaks': [['undo', 'FILE', '--base-url', 'http://127.0.0.1:1'], '\n', '\n'],
  'a history of one line': [['history', 'FILE'], '{"a":"'],
  'a history of line breaks': [['history', 'FILE'], '\n', '\n'],
  'a token file': [
    ['check', '--base-url', 'http://127.0.0.1:1', '--auth', 'kind=bearer', '--auth', 'tokenFile=FILE'],
    '',
  ],
  'a certificate': [['check', '--base-url', 'https://127.0.0.1:1', '--ca', 'FILE'], '-----BEGIN CERTIFICATE-----\n'],
};

/** Runs the command; resolves with its peak memory in MB, times in s, exit code and what it printed last. */
async function measured(argv, folder) {
  const [peak, cpu] = [join(folder, 'peak'), join(folder, 'cpu')];
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', PEAK, COMMAND, ...argv], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, BENCH_PEAK_FILE: peak, BENCH_CPU_FILE: cpu, TOUCHSTONE_TOKEN: '', TOUCHSTONE_DEBUG: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = `${output}${text}`.slice(-20_000);
    });
  }
  let held = Number.NaN;
  const timer = setTimeout(() => {
    // A killed process writes no file; this is its peak on Linux.
    held = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
    child.kill('SIGKILL');
  }, Number(values.minutes) * 60_000);
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  const numberIn = (file) => {
    try {
      return Number(readFileSync(file, 'utf8'));
    } catch {
      return Number.NaN;
    }
  };
  return {
    mb: Number.isNaN(held) ? numberIn(peak) / MB : held,
    seconds: (performance.now() - start) / 1000,
    cpu: numberIn(cpu) / 1000,
    code: code ?? signal,
    isOwnFault: /touchstone failed|internal error/.test(output),
    output,
  };
}

/** Serves the reference with bodies that `change` makes; resolves with its base URL. */
async function serve(change) {
  const sizes = { applications: 120, users: 240, subscriptions: 6, agreements: 20, contracts: 20 };
  const reference = createReference({ tenant: generateTenant({ seed: 3, sizes }) });
  const { url } = await reference.listen();
  let count = 0;
  const server = createServer(async (request, response) => {
    const { authorization = '', 'content-type': type } = request.headers;
    const sent = await buffer(request);
    const answer = await fetch(new URL(request.url, url), {
      method: request.method,
      headers: { authorization, ...(type !== undefined && { 'content-type': type }) },
      ...(sent.length > 0 && { body: sent }),
    }).catch(() => null);
    // The reference closes connections that were idle.
    if (answer === null) return response.destroy();
    const body = await answer.json().catch(() => null);
    count += 1;
    const isChanged = count > Number(values.after) && answer.status < 300 && body !== null;
    const given = isChanged ? change(body, request, response) : json(body);
    if (given === null) return;
    response.writeHead(given.status ?? answer.status, { 'content-type': 'application/json', ...given.headers });
    response.end(answer.status === 204 ? undefined : given.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await reference.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, token: reference.token, stop };
}

/** Makes a file of `size` bytes that begins with a text and repeats another one, or zeros. */
function makeFile(path, size, first, again) {
  const file = openSync(path, 'w');
  writeSync(file, first);
  if (again !== undefined) {
    const chunk = again.repeat(MB / again.length);
    for (let bytes = 0; bytes < size; bytes += chunk.length) writeSync(file, chunk);
  } else ftruncateSync(file, size);
  closeSync(file);
}

let failed = 0;
const row = (name, { mb, seconds, cpu, code, isOwnFault, output }) => {
  const bad = !(mb < Number(values.limit)) || isOwnFault;
  failed += Number(bad);
  const last = output.trim().split('\n').at(-1).slice(0, 300).replaceAll('|', '/');
  console.log(
    `| ${name} | ${mb.toFixed(0)} MB | ${seconds.toFixed(0)} s | ${cpu.toFixed(1)} s | ${code} | ${last} |${bad ? ' EXCEEDED' : ''}`,
  );
  if (isOwnFault || code === 'SIGKILL') console.log(output);
};
const folder = mkdtempSync(join(tmpdir(), 'touchstone-hostile-'));
console.log('| | memory | time | CPU | exit code | output |\n| --- | --: | --: | --: | --: | --- |');
try {
  for (const [name, change] of Object.entries(TARGETS).filter(([name]) => name.includes(values.only))) {
    const { url, token, stop } = await serve(change);
    const selected = values.area === undefined ? [] : ['--operation', AREAS[values.area]];
    const target = ['--base-url', url, '--token', token];
    const writes = values.writes ? ['--allow-writes', '--consistency-window', '200'] : [];
    row(name, await measured(['check', ...target, '--seed', '1', '--quiet', ...selected, ...writes], folder));
    await stop();
  }
  for (const [name, [argv, first, again]] of Object.entries(FILES).filter(([name]) => name.includes(values.only))) {
    const path = join(folder, 'large');
    const given = argv.map((word) => word.replace('FILE', path));
    const file = given.map((word) => word.split('=').at(-1)).find((word) => word.startsWith(path));
    makeFile(file, Number(values.size) * MB, first, again);
    row(name, await measured(given, folder));
    rmSync(file);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
