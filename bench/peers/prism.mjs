import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { COMMAND } from '../processes.mjs';
import { runCommand } from './command.mjs';
import { describe } from './description.mjs';
import { npmCommand } from './install.mjs';
import { checkArguments } from './touchstone.mjs';

// The last version that runs on Node 20.
const VERSION = '5.14.2';
const IN_FLIGHT = 10;
/** Prism reports each violation in a header, so a page of broken records creates a long one. */
const MAX_HEADER_BYTES = 16 * 1024 * 1024;
/** If a body ends too early, Prism waits for the rest. */
const PATIENCE_MS = 5_000;
const NO_RESPONSE = 'no response';

/** A Prism validation proxy that receives the requests that touchstone sends to the reference. */
export const prism = {
  name: `Prism ${VERSION}`,
  install: () => npmCommand('@stoplight/prism-cli', VERSION, 'prism'),
  prepare: async (served, folder) => {
    const description = join(folder, 'prism.json');
    writeFileSync(description, JSON.stringify(describe(served)));
    const before = served.requests.length;
    await runCommand(process.execPath, [COMMAND, ...checkArguments(served)]);
    return { description, requests: served.requests.slice(before) };
  },
  run: async (command, { description, requests }, served) => {
    const port = await freePort();
    const argv = ['proxy', description, served.url, '--port', String(port), '--verboseLevel', 'silent'];
    const proxy = spawn(command, argv, { stdio: 'ignore' });
    const ended = once(proxy, 'exit');
    try {
      await listening(port, proxy);
      return await replay(requests, `http://127.0.0.1:${port}`);
    } finally {
      proxy.kill('SIGTERM');
      await ended;
    }
  },
};

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function listening(port, proxy) {
  while (proxy.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return;
    await pause(50);
  }
  throw new Error('the proxy did not start');
}

/** Sends the requests in order. Violations of a response count, violations of a request do not. */
async function replay(requests, origin) {
  const limits = { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS };
  const pool = new Pool(origin, { connections: IN_FLIGHT, ...limits });
  const complaints = [];
  let [next, unanswered] = [0, 0];
  const sendInTurn = async () => {
    while (next < requests.length) {
      const number = next;
      next += 1;
      const { method, path } = requests[number];
      const violations = await violationsOf(pool, requests[number]);
      if (violations.some((violation) => violation.startsWith(NO_RESPONSE))) unanswered += 1;
      complaints.push(...violations.map((violation) => `${number} ${method} ${path}: ${violation}`));
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, sendInTurn));
  await pool.destroy();
  if (unanswered === requests.length) throw new Error('Prism responded to no request');
  return complaints;
}

async function violationsOf(pool, request) {
  try {
    const { statusCode, headers, body } = await pool.request(request);
    const text = await body.text();
    // The response of Prism itself if it cannot forward the response of the target.
    const own = statusCode === 500 && headers['content-type'] === 'application/problem+json';
    if (own) return [`Prism returned ${JSON.parse(text).type}`];
    const header = headers['sl-violations'] ?? '[]';
    // Prism sends "Too many violations! ..." with as many of them as fit.
    if (!header.startsWith('[')) return ['response has more violations than fit into a header'];
    const violations = JSON.parse(header);
    return violations
      .filter(({ location }) => location[0] === 'response')
      .map(({ location, message }) => `${location.join('.')} ${message}`);
  } catch (error) {
    return [`${NO_RESPONSE}: ${error.code ?? error.message}`];
  }
}
