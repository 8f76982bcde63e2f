import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { loadConfig } from '../../cli/config/load.js';
import { createReference, type ReferenceOptions } from '../../reference/index.js';
import { serve } from '../engine/serve.js';
import { folder, touchstone, type World } from './run-command.js';

export const FILE = 'touchstone.config.yaml';
const SIZES = { applications: 5, users: 5, subscriptions: 3, agreements: 3, contracts: 3 };

/** A small reference behind a server that logs, and that refuses some paths with a status. */
export async function reference(options: ReferenceOptions = {}, refuse: (path: string) => number | null = () => null) {
  const made = createReference({ sizes: SIZES, ...options });
  const requests: string[] = [];
  const gate = await serve(async ({ method, url = '', headers }, response) => {
    requests.push(`${method} ${url}`);
    const refused = refuse(url);
    if (refused !== null) return void response.writeHead(refused).end('{}');
    const { authorization, 'x-key': key } = headers;
    const given = { ...(authorization && { authorization }), ...(key && { 'x-key': key }) };
    const answer = await made.app.inject({ method: 'GET', url: url.replace(/^http:\/\/[^/]+/, ''), headers: given });
    response.writeHead(answer.statusCode, { 'content-type': `${answer.headers['content-type']}` }).end(answer.payload);
  });
  onTestFinished(async () => {
    await gate.close();
    await made.close();
  });
  return { url: gate.url, token: made.token, requests };
}

/** Runs the command in a folder; the files in it afterwards, and the config file. */
export async function init(argv: readonly string[], world: World = {}) {
  const cwd = world.cwd ?? folder();
  const ended = await touchstone(['init', ...argv], { ...world, cwd });
  const files = readdirSync(cwd);
  const text = files.includes(FILE) ? readFileSync(join(cwd, FILE), 'utf8') : null;
  const config = text === null ? null : (await loadConfig(cwd, {})).config;
  return { ...ended, cwd, files, text, config };
}
