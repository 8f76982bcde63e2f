import type { IncomingMessage, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { createReference, type ReferenceOptions } from '../../reference/index.js';
import { serve } from '../engine/serve.js';
import { touchstone, type World } from './run-command.js';

const SIZES = { applications: 5, users: 5, subscriptions: 3, agreements: 3, contracts: 3 };

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that lasts as long as the test, and the requests that it got. */
export async function server(listener: Listener) {
  const requests: string[] = [];
  const served = await serve((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  onTestFinished(() => served.close());
  return { ...served, requests };
}

/** A small reference, by default with a token. */
export async function reference(options: ReferenceOptions = {}) {
  const made = createReference({ sizes: SIZES, ...options });
  const { url } = await made.listen();
  onTestFinished(() => made.close());
  return { url, token: made.token };
}

/** Answers each list with one record. */
export const list: Listener = (_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ items: [{ id: 'a' }], pagination: { total_pages: 1 } }));
};

/** Runs the command; the state and the rest of the line of each step, by its name. */
export async function doctor(argv: readonly string[], world: World = {}) {
  const ended = await touchstone(['doctor', ...argv], world);
  const steps = [...ended.stdout.matchAll(/^(ok|warning|problem|skipped) +(.{14}) (.*(?:\n {24}.*)?)$/gm)].map(
    ([, state, name = '', text = '']) => ({ state, name: name.trim(), text: text.replace(/\n */, ' | ') }),
  );
  const step = (name: string) => {
    const found = steps.find((one) => one.name === name);
    return `${found?.state}: ${found?.text}`;
  };
  return { ...ended, names: steps.map(({ name }) => name), step };
}
