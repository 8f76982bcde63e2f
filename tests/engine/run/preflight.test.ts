import { expect, it } from 'vitest';
import { check } from '../../../conformance/check.js';
import { operations } from '../../../contract/operations/index.js';
import { Answer } from '../../../engine/client/answer.js';
import { preflight } from '../../../engine/run/preflight.js';
import { Inconclusive } from '../../../engine/session/signals.js';
import type { World } from '../../../engine/session/world.js';
import type { Target } from '../../../engine/target/target.js';

/** A world with a response to each list. */
const worldOf = (ask: (index: number) => Promise<Answer>, credential: Partial<Target> = {}) => {
  let asked = 0;
  const session = { target: { baseUrl: 'http://h', hasCredential: false, ...credential }, ask: () => ask(asked++) };
  return { probes: () => operations.slice(0, 3), session } as unknown as World;
};
const shortened = (status: number, body: string): Answer => {
  const received = { status, headers: {}, body: Buffer.from(body.padEnd(20_000)) };
  const answer = new Answer({ method: 'GET', url: '/', headers: {} }, received, null, 0, 0, 1);
  answer.shorten();
  return answer;
};

it.each([
  [200, '{"items":[', null],
  [200, '<!doctype html>', /returns HTML for every list/],
  [400, '<html>The plain HTTP request was sent to HTTPS port', /Write https: in the base URL http:\/\/h/],
])('decides by the beginning of bodies that are no longer in memory: %i %s', async (status, body, expected) => {
  const reason = await preflight(
    worldOf(async () => shortened(status, body)),
    operations,
  );
  if (expected === null) expect(reason).toBeNull();
  else expect(reason).toMatch(expected);
});

it.each([
  [{ hasCredential: true }, /401 for every list: it rejects the credential\. Check the token\.$/],
  [
    { hasCredential: true, isCertified: true },
    /rejects the credential\. Check the client certificate, or give a token/,
  ],
  [
    { hasCredential: false },
    /401 for every list, and no credential was given\. Give one with TOUCHSTONE_TOKEN or --auth\.$/,
  ],
])('says that a credential is rejected only if one was given: %o', async (credential, expected) => {
  const reason = await preflight(
    worldOf(async () => shortened(401, '{}'), credential),
    operations,
  );
  expect(reason).toMatch(expected);
});

it('leaves no progress and no warnings that repeat that the target cannot be tested', async () => {
  const seen: unknown[] = [];
  const report = await check(
    { baseUrl: 'http://127.0.0.1:9' },
    { operations: ['getUsers'], onProgress: (progress) => seen.push(progress) },
  );
  expect(report).toMatchObject({ verdict: 'inconclusive', warnings: [] });
  expect(report.checks.filter(({ reason }) => reason === report.verdictReason).length).toBeGreaterThan(10);
  expect(seen).toEqual([]);
});

it('finds no problem where no list can be judged any more', async () => {
  const reason = await preflight(
    worldOf(async () => Promise.reject(new Inconclusive('too large'))),
    operations,
  );
  expect(reason).toBeNull();
});
