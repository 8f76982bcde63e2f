import { describe, expect, it, onTestFinished } from 'vitest';
import { check } from '../../conformance/check.js';
import type { TargetOptions } from '../../engine/target/options.js';
import type { Hook, ReferenceOptions } from '../../reference/index.js';
import { curlCommand } from '../../reporters/curl.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { serve as serveHttp } from '../engine/serve.js';
import { leaks } from '../package/leaks.js';
import {
  ca,
  certificates,
  checked,
  client,
  clientSecret,
  FEW,
  grant,
  key,
  notPassed,
  oauth2,
  outcomes,
  password,
  username,
} from './credential-target.js';

describe('a target that requires', () => {
  const printed = `process.stdout.write("token-of-a-command\\n")`;
  const kinds: [string, ReferenceOptions, (url: string) => Partial<TargetOptions>][] = [
    ['a bearer token', { token: 'a-token-of-mine' }, () => ({ auth: { kind: 'bearer', token: 'a-token-of-mine' } })],
    [
      'a user name and a password',
      { credential: { kind: 'basic', username, password } },
      () => ({ auth: { kind: 'basic', username, password } }),
    ],
    [
      'an API key',
      { credential: { kind: 'apiKey', header: 'X-Custom', key } },
      () => ({ auth: { kind: 'apiKey', header: 'X-Custom', value: key } }),
    ],
    ['OAuth 2.0, with the client in Basic', { credential: oauth2 }, (url) => ({ auth: grant(url) })],
    [
      'OAuth 2.0, with the client in the form',
      { credential: oauth2 },
      (url) => ({ auth: grant(url, 'client_secret_post') }),
    ],
    [
      'a token that a command prints',
      { token: 'token-of-a-command' },
      () => ({ auth: { kind: 'command', command: [process.execPath, '-e', printed], timeoutMs: 60_000 } }),
    ],
    [
      'OAuth 2.0 and a client certificate, at the token endpoint too',
      { credential: oauth2, tls: { certificates, mutual: true } },
      (url) => ({ auth: grant(url), network: { ca, certificate: client } }),
    ],
    [
      'a token and a client certificate',
      { token: 'a-token-of-mine', tls: { certificates, mutual: true } },
      () => ({ token: 'a-token-of-mine', network: { ca, certificate: client } }),
    ],
  ];

  it.each(kinds)('%s passes all checks of authorization', async (_name, reference, target) => {
    const report = await checked(reference, target);

    expect(notPassed(report)).toEqual([]);
    expect(report.verdict).toBe('conforms');
    expect(report.checks.filter(({ rule }) => rule.startsWith('authorization.')).length).toBeGreaterThan(5);
  });

  it.each(kinds)('%s fails them if it returns data without it', async (_name, reference, target) => {
    const report = await checked({ ...reference, hooks: [() => ({ authorize: () => undefined })] }, target);

    expect(outcomes(report)).toMatchObject({ 'getUsers/authorization.required': 'fail' });
  });
});

describe('a target that compares tokens without letter case', () => {
  it('is warned of but does not fail: the document does not rule it out', async () => {
    const token = 'Mixed-Case-Token';
    const caseless: Hook = (steps) => ({
      authorize: (context) => {
        const isOwn = String(context.headers.authorization).toLowerCase() === `bearer ${token}`.toLowerCase();
        steps.authorize(isOwn ? { ...context, headers: { authorization: `Bearer ${token}` } } : context);
      },
    });
    const options = { operations: ['*'], rules: ['authorization.required', 'authorization.status'] };
    const report = await checked({ token, hooks: [caseless] }, () => ({ token }), options);

    const failed = report.checks.filter(({ outcome }) => outcome === 'fail');
    expect(failed.map(({ rule, level }) => `${level} ${rule}`)).toContain('should authorization.status');
    expect(new Set(failed.map(({ level }) => level))).toEqual(new Set(['should']));
    expect(failed[0]?.findings[0]?.message).toContain('with the credential in upper case returned 200');
    expect(report.verdict).toBe('conforms');
  });
});

describe('a target that requires nothing but a client certificate', () => {
  const mutual = { credential: { kind: 'certificate' }, tls: { certificates, mutual: true } } as const;
  const network = { ca, certificate: client };

  it('is not accused: it refuses the connection without one', async () => {
    const report = await checked(mutual, () => ({ network }));

    expect(outcomes(report)).toMatchObject({
      'getUsers/authorization.required': 'pass',
      'getUsers/authorization.status': 'inconclusive',
      'getUsers/paging.total-pages': 'pass',
    });
    expect(report.incomplete).toBeUndefined();
    expect(report.verdict).toBe('conforms');
  });

  it('fails if it accepts a connection without one', async () => {
    const report = await checked({ ...mutual, tls: { certificates, mutual: false } }, () => ({ network }));

    const check = report.checks.find(({ id }) => id === 'getUsers/authorization.required');
    expect(check?.findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^a request without a credential returned 200/),
    ]);
  });

  it('cannot be tested without one, and the reason says what to do', async () => {
    const report = await checked(mutual, () => ({ network: { ca } }));

    expect(report.verdict).toBe('inconclusive');
    expect(report.verdictReason).toContain('--cert FILE --key FILE');
  });

  it('is not trusted without its authority, except with insecure, which the report records', async () => {
    const report = await checked(mutual, () => ({ network: { certificate: client } }));
    const insecure = await checked(mutual, () => ({ network: { certificate: client, insecure: true } }));

    expect(report.verdictReason).toContain('--ca FILE');
    expect(insecure.verdict).toBe('conforms');
    expect(insecure.target.insecure).toBe(true);
    expect(insecure.warnings.join()).toContain('certificate of the target was not verified');
  });
});

describe('the credential in what a run writes', () => {
  /** A target that repeats the credential in its responses. */
  const repeating: Hook = (steps) => ({
    authorize: () => undefined,
    errorBody: (status, message, context) =>
      steps.errorBody(
        status,
        `${message} ${JSON.stringify(context.headers)} ${password} ${key} ${clientSecret}`,
        context,
      ),
  });

  it('is masked, and the curl command fits its kind', async () => {
    const basic = await checked({ hooks: [repeating] }, () => ({ auth: { kind: 'basic', username, password } }));
    const apiKey = await checked({ hooks: [repeating] }, () => ({
      auth: { kind: 'apiKey', header: 'X-Custom', value: key },
    }));

    expect(leaks(JSON.stringify(basic), [password])).toEqual([]);
    expect(leaks(JSON.stringify(apiKey), [key])).toEqual([]);
    const curl = (report: RunReport) => report.exchanges.map((exchange) => curlCommand(exchange)).join('\n');
    expect(curl(basic)).toContain('-u "$TOUCHSTONE_USERNAME:$TOUCHSTONE_PASSWORD"');
    expect(curl(apiKey)).toContain('-H "x-custom: $X_CUSTOM"');
  });

  it('is not in the command that reproduces the run, which names its kind', async () => {
    const authWords = { kind: 'basic', username };
    const report = await checked({ credential: { kind: 'basic', username, password } }, () => ({
      auth: { kind: 'basic', username, password },
      authWords,
    }));

    expect(report.command).toContain('--auth kind=basic --auth username=ada');
    expect(report.command).not.toContain('--header');
  });
});

describe('a server that expects TLS', () => {
  it.each([
    'The plain HTTP request was sent to HTTPS port',
    'Client sent an HTTP request to an HTTPS server.',
    "Reason: You're speaking plain HTTP to an SSL-enabled server port.",
  ])('and responds to plain HTTP with %j is recognised', async (message) => {
    const server = await serveHttp((_request, response) => response.writeHead(400).end(`<html>${message}</html>`));
    onTestFinished(() => server.close());
    const report = await check({ baseUrl: server.url }, FEW);

    expect(report.verdict).toBe('inconclusive');
    expect(report.verdictReason).toContain(`expects TLS. Write https: in the base URL ${server.url}`);
  });
});
