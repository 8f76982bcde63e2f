import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../conformance/check.js';
import { createReference, type Reference } from '../../reference/index.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { type Served, serve } from './serve.js';

/** Echoes everything that it is sent, in many ways: in headers, and in a body that is sometimes JSON. */
const echo = () =>
  serve((request, response) => {
    const credential = `${request.headers.authorization} ${request.headers['x-vendor']} ${request.headers.cookie}`;
    response.setHeader('location', `/login?credential=${encodeURIComponent(credential)}`);
    response.setHeader('set-cookie', 'session=fresh-session-value');
    response.setHeader('x-seen', Buffer.from(credential).toString('base64'));
    const lists = !/kpi|periods|types/.test(request.url ?? '');
    response.writeHead(lists ? 200 : 400, { 'content-type': 'application/json' });
    const hex = Buffer.from(`${request.headers['x-vendor']}`).toString('hex');
    const item = { id: credential, displayName: hex, isOnline: request.headers.authorization, 'x-vendor': credential };
    response.end(lists ? JSON.stringify({ items: [item, credential], pagination: credential }) : `<pre>${credential}`);
  });

const token = 'tok"en/with+hard=chars&and-much-more-of-it-so-that-it-is-cut-somewhere-in-a-message-of-eighty';
const vendor = 'vendor-header-value-1';
const session = 'cookie-session-value-2';

describe('the report of a run against a target that echoes', () => {
  let served: Served;
  let report: RunReport;
  let text: string;
  beforeAll(async () => {
    served = await echo();
    report = await check(
      {
        baseUrl: `${served.url}/${vendor}`,
        token,
        headers: { 'X-Vendor': vendor, Cookie: `sid=${session}; lang=en` },
        bindings: { getUsers: `GET /${encodeURIComponent(session)}/users` },
        fixtures: { insightRuleId: vendor },
      },
      { seed: 1 },
    );
    text = JSON.stringify(report);
  });
  afterAll(() => served.close());

  it.each([
    ['the token', token],
    ['a header', vendor],
    ['a cookie', session],
  ])('holds nothing of %s in any form', (_what, secret) => {
    const bytes = Buffer.from(secret);
    for (const form of [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      bytes.toString('hex'),
      bytes.toString('base64').replace(/=+$/, ''),
      secret.slice(0, 16),
    ]) {
      expect(text).not.toContain(form);
    }
  });

  it('holds no base64 of the credentials', () => {
    const decoded = [...text.matchAll(/[A-Za-z0-9+/]{16,}/g)].map(([word]) => Buffer.from(word, 'base64').toString());

    expect(decoded.filter((one) => one.includes('much-more') || one.includes('session-value'))).toEqual([]);
  });

  it('holds no session that the target began', () => {
    expect(text).not.toContain('fresh-session-value');
  });

  it('shows the credentials that were made up, so that a refusal can be seen again', () => {
    const sent = report.exchanges.map((exchange) => exchange.request.headers.authorization);

    expect(sent).toContain('[redacted]');
    expect(sent.some((value) => value === 'Bearer touchstone-wrong-credential' || value === undefined)).toBe(true);
  });

  it('names the variables of the command in place of the values', () => {
    expect(report.command).toContain('--header "x-vendor: $X_VENDOR"');
    expect(report.command).toContain('--header "cookie: $COOKIE"');
    expect(report.command).not.toContain('authorization');
  });
});

describe('the report of a run with plain headers', () => {
  let reference: Reference;
  let url: string;
  beforeAll(async () => {
    reference = createReference({
      sizes: { applications: 3, users: 5, subscriptions: 2, agreements: 3, contracts: 2 },
    });
    ({ url } = await reference.listen());
  });
  afterAll(() => reference.close());

  it('accuses no target of repeating what is no credential', async () => {
    const { token, fixtures } = reference;
    const headers = { Accept: 'application/json', 'X-Tenant': 'pagination' };

    const report = await check(
      { baseUrl: url, token, fixtures, headers },
      { seed: 1, rules: ['answers.no-credential'] },
    );

    expect(report.checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([]);
  });

  it('takes a credential of another scheme', async () => {
    const { token } = reference;

    const report = await check(
      { baseUrl: url, headers: { Authorization: `Bearer ${token}` } },
      { operations: ['getUsers'] },
    );

    expect(report.verdict).toBe('conforms');
    expect(JSON.stringify(report)).not.toContain(token);
  });
});
