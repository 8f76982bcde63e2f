import { generateKeyPairSync, verify } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { check } from '../../conformance/check.js';
import type { CheckOptions, TargetOptions } from '../../engine/target/options.js';
import {
  createReference,
  type Hook,
  makeCertificates,
  type ReferenceOptions,
  Refusal,
  TOKEN_PATH,
} from '../../reference/index.js';
import { curlCommand } from '../../reporters/curl.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { serve as serveHttp } from '../engine/serve.js';
import { leaks } from '../package/leaks.js';

const SIZES = { applications: 3, users: 12, subscriptions: 2, agreements: 2, contracts: 2 };
const SECRETS = {
  username: 'ada',
  password: 'pass:word/with+"signs',
  key: 'key-of-the-api-4711',
  clientId: 'client one',
  clientSecret: 'secret:of/the+client%&"',
};
const certificates = makeCertificates(['127.0.0.1']);
const { ca, client } = certificates;

const open: { close(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** A reference that requires a credential, and its base URL. */
async function serve(options: ReferenceOptions) {
  const reference = createReference({ sizes: SIZES, ...options });
  open.push(reference);
  const { url } = await reference.listen();
  return { url, fixtures: reference.fixtures };
}

const FEW: CheckOptions = {
  seed: 1,
  operations: ['getUsers', 'getUser'],
  rules: ['authorization.*', 'answers.success-status', 'answers.no-credential', 'paging.total-pages'],
};

async function checked(
  reference: ReferenceOptions,
  target: (url: string) => Partial<TargetOptions>,
  options: CheckOptions = {},
): Promise<RunReport> {
  const { url, fixtures } = await serve(reference);
  return check({ baseUrl: url, fixtures, ...target(url) }, { ...FEW, ...options });
}

const outcomes = ({ checks }: RunReport) => Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome]));
const notPassed = ({ checks }: RunReport) =>
  checks
    .filter(({ outcome }) => outcome !== 'pass' && outcome !== 'excluded')
    .map(({ id, outcome, reason }) => `${id}: ${outcome}: ${reason}`);

const { username, password, key, clientId, clientSecret } = SECRETS;
const oauth2 = { kind: 'oauth2', clientId, clientSecret, lifetimeMs: 3_600_000 } as const;
const grant = (url: string, clientAuth: 'client_secret_basic' | 'client_secret_post' = 'client_secret_basic') =>
  ({ kind: 'oauth2', tokenUrl: `${url}${TOKEN_PATH}`, clientId, clientSecret, clientAuth }) as const;

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
    expect(check?.findings.map(({ message }) => message)).toEqual(['a request without a credential returned 200']);
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

/** A token endpoint that counts; the reference accepts the latest token only, until `isRevoked` says otherwise. */
async function issuer(respond: (n: number) => { readonly status?: number; readonly body: object }) {
  const requests: string[] = [];
  const server = await serveHttp(async (request, response) => {
    requests.push(await text(request));
    const { status = 200, body } = respond(requests.length);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  open.push(server);
  return { url: `${server.url}/token`, requests };
}

const token = (n: number, more: object = {}) => ({
  body: { access_token: `token-number-${n}-of-the-run`, token_type: 'bearer', ...more },
});

describe('a token', () => {
  /** Rejects the first token from the tenth request on. */
  const revoking = (): Hook => {
    let requests = 0;
    return () => ({
      authorize: ({ headers }) => {
        requests += 1;
        const [, n] = /^Bearer token-number-(\d+)-of-the-run$/.exec(String(headers.authorization)) ?? [];
        if (n === undefined || (n === '1' && requests > 10)) throw new Refusal(401, 'no', {});
      },
    });
  };
  const auth = (tokenUrl: string) => ({ ...grant(''), tokenUrl });

  it('that is revoked in mid-run is renewed once, however many requests were rejected', async () => {
    const { url, requests } = await issuer((n) => token(n));
    const report = await checked({ hooks: [revoking()] }, () => ({ auth: auth(url) }), { concurrency: 10 });

    expect(notPassed(report)).toEqual([]);
    expect(requests).toHaveLength(2);
    expect(report.requests.retried).toBeGreaterThan(0);
    expect(leaks(JSON.stringify(report), ['token-number-1-of-the-run', 'token-number-2-of-the-run'])).toEqual([]);
  });

  it('that cannot be renewed makes the run incomplete, for that reason', async () => {
    const failing = { status: 400, body: { error: 'invalid_client', error_description: `not ${clientSecret}` } };
    const { url, requests } = await issuer((n) => (n === 1 ? token(n) : failing));
    const report = await checked({ hooks: [revoking()] }, () => ({ auth: auth(url) }));

    expect(report.incomplete?.reason).toContain('the token could not be renewed: ');
    expect(report.incomplete?.reason).toContain('400 invalid_client');
    expect(report.incomplete?.endedEarly).toBe(true);
    expect(requests).toHaveLength(4);
    expect(leaks(JSON.stringify(report), [clientSecret])).toEqual([]);
  });

  it('that expires is renewed before the target rejects it', async () => {
    const { url, requests } = await issuer((n) => token(n, { expires_in: 1 }));
    const rejected: string[] = [];
    const expiring: Hook = (steps) => ({
      authorize: (context) => {
        const [, n] = /^Bearer token-number-(\d+)-of-the-run$/.exec(String(context.headers.authorization)) ?? [];
        if (n !== undefined) return;
        rejected.push(String(context.headers.authorization));
        steps.authorize(context);
      },
    });
    // Slow enough to last for longer than a token.
    const report = await checked({ hooks: [expiring], latencyMs: 100 }, () => ({ auth: auth(url) }), {
      concurrency: 2,
    });

    expect(requests.length).toBeGreaterThan(1);
    expect(rejected.every((value) => /wrong|Bearer$|undefined|-touchstone$|Bearer $/.test(value))).toBe(true);
    expect(report.verdict).toBe('conforms');
  });

  it('that no one issues is a usage error that repeats no secret', async () => {
    const { url } = await issuer(() => ({ status: 401, body: { error: 'invalid_client', hint: clientSecret } }));
    const attempt = checked({}, () => ({ auth: auth(url) }));

    await expect(attempt).rejects.toThrow(`no token from ${url}: it returned 401 invalid_client`);
    await expect(attempt).rejects.not.toThrow(clientSecret);
  });

  it('is fetched with a signed assertion, the scope and the audience', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { url, requests } = await issuer((n) => token(n));
    const privateKeyJwt = {
      kind: 'oauth2',
      tokenUrl: url,
      clientId,
      clientAuth: 'private_key_jwt',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      scope: 'read write',
      audience: 'https://api.example',
    } as const;
    await checked({ hooks: [() => ({ authorize: () => undefined })] }, () => ({ auth: privateKeyJwt }));

    const form = new URLSearchParams(requests[0]);
    const [head = '', payload = '', signature = ''] = (form.get('client_assertion') ?? '').split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(claims).toMatchObject({ iss: clientId, sub: clientId, aud: url });
    expect(Object.fromEntries(form)).toMatchObject({
      grant_type: 'client_credentials',
      scope: 'read write',
      audience: 'https://api.example',
    });
  });

  it.each([
    ['process.exit(3)', 'failed with exit code 3'],
    ['process.stdout.write("")', 'printed nothing'],
    ['process.stdout.write("warning: old\\ntoken")', 'printed more than a token'],
    ['setTimeout(() => {}, 60_000)', 'did not end within 300 ms'],
  ])('of a command that runs %s is a usage error', async (script, problem) => {
    const command = { kind: 'command', command: [process.execPath, '-e', script] } as const;
    const timeoutMs = script.startsWith('setTimeout') ? 300 : 60_000;

    await expect(checked({}, () => ({ auth: { ...command, timeoutMs } }))).rejects.toThrow(problem);
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
    open.push(server);
    const report = await check({ baseUrl: server.url }, FEW);

    expect(report.verdict).toBe('inconclusive');
    expect(report.verdictReason).toContain(`expects TLS. Write https: in the base URL ${server.url}`);
  });
});
