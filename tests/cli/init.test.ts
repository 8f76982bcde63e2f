import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serveProxy } from '../engine/proxy.js';
import { serve } from '../engine/serve.js';
import { FILE, init, reference } from './init-command.js';
import { folder, touchstone } from './run-command.js';

describe('touchstone init', () => {
  test('writes a valid config file with --yes, and prints what it found and the file before', async () => {
    const { url, token, requests } = await reference();
    const { code, text, config, stdout } = await init(['--base-url', url, '--yes'], {
      env: { TOUCHSTONE_TOKEN: token },
    });

    expect(code).toBe(0);
    expect(config).toEqual({ baseUrl: url, tokenEnv: 'TOUCHSTONE_TOKEN' });
    expect(text).toMatch(
      /^# yaml-language-server: \$schema=\.\/node_modules\/touchstone\/schemas\/touchstone\/config\.schema\.json\n/,
    );
    expect(text).toMatch(/^# {3}subscriptionId: [\w-]{36}$/m);
    for (const line of text?.trimEnd().split('\n') ?? []) expect(stdout).toContain(`  ${line}\n`);
    expect(stdout).toMatch(/^credential +accepted$/m);
    expect(stdout).toMatch(/^wire form +object \(seen in .*discoveryTypes/m);
    for (const area of ['applications', 'users', 'subscriptions', 'agreements']) {
      expect(stdout).toMatch(new RegExp(`^${area} +offered$`, 'm'));
    }
    expect(stdout).toMatch(/^userId +found, such as [\w-]{36}$/m);
    expect(requests.length).toBeLessThanOrEqual(61);
    expect(requests.every((request) => request.startsWith('GET '))).toBe(true);
  });

  test('finds index-keyed objects that are sent as arrays', async () => {
    const { url, token } = await reference({ wireForm: 'array' });
    const { config, stdout } = await init(['--base-url', url, '--token', token, '--yes']);

    expect(config?.wireForm).toBe('array');
    expect(stdout).toMatch(/^wire form +array \(seen in /m);
  });

  test.each([403, 404])('leaves out an area that returns %d throughout, and keeps the others', async (status) => {
    const { url, token } = await reference({}, (path) => (path.includes('/sam/') ? status : null));
    const { config, stdout, text } = await init(['--base-url', url, '--token', token, '--yes']);

    expect(config?.areas).toEqual(['applications', 'users', 'subscriptions']);
    expect(text).toContain(`# Left out, because all reads were refused: agreements: ${status}\n`);
    expect(stdout).toMatch(new RegExp(`^agreements +not offered to this caller \\(${status}\\): left out$`, 'm'));
  });

  test('keeps an area in which a read succeeds, or which it has no sample for', async () => {
    const refuse = (path: string) => (/agreements\?|agreements$|\/users|v1\/users/.test(path) ? 404 : null);
    const { url, token } = await reference({}, refuse);
    const { config, stdout } = await init(['--base-url', url, '--token', token, '--yes']);

    expect(config?.areas).toEqual(['applications', 'subscriptions', 'agreements']);
    expect(stdout).toMatch(/^subscriptions +unknown/m);
  });

  test('keeps the options of the target, and writes no secret', async () => {
    const { url, token } = await reference({ token: 'hunter2-hunter2' });
    const argv = [
      '--base-url',
      url,
      '--token',
      token,
      '--header',
      'X-Tenant: secret-tenant',
      '--bind',
      'getUser=GET /p/{userId}',
    ];
    const { config, stdout, text } = await init([...argv, '--fixture', 'insightRuleId=i-1', '--yes']);

    expect(config).toMatchObject({
      tokenEnv: 'TOUCHSTONE_TOKEN',
      bindings: { getUser: 'GET /p/{userId}' },
      fixtures: { insightRuleId: 'i-1' },
    });
    expect(text).toContain('# The value of the header x-tenant may be secret');
    for (const output of [stdout, text]) expect(output).not.toMatch(/hunter2|secret-tenant/);
  });

  test('writes another credential by its words, and no proxy with a password', async () => {
    const { url } = await reference({ credential: { kind: 'apiKey', header: 'x-key', key: 'hunter2-hunter2' } });
    const proxy = await serveProxy();
    onTestFinished(() => proxy.close());
    const env = { MINE: 'hunter2-hunter2' };
    const auth = { kind: 'apiKey', header: 'x-key', keyEnv: 'MINE' };
    const words = Object.entries(auth).flatMap(([name, value]) => ['--auth', `${name}=${value}`]);
    const argv = ['--base-url', url, ...words, '--yes', '--proxy'];

    const secret = await init([...argv, proxy.url.replace('//', '//user:hunter3-hunter3@')], { env });
    expect(secret.config).toEqual({ baseUrl: url, auth });
    for (const output of [secret.stdout, secret.text]) expect(output).not.toMatch(/hunter/);
    expect(secret.text).toContain('# The URL of the proxy contains a credential');
    expect((await init([...argv, proxy.url], { env })).config).toEqual({ baseUrl: url, auth, proxy: proxy.url });
  });

  test('prints whether the target requires the credential', async () => {
    const { url, token } = await reference();
    const wrong = await init(['--base-url', url, '--token', 'hunter2-hunter2', '--yes']);
    expect(wrong).toMatchObject({ code: 1, files: [], stdout: expect.stringContaining('it rejects the credential') });
    expect(wrong.stdout).not.toContain('hunter2');

    const open = await serve(async ({ url: path = '' }, response) => {
      const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });
    onTestFinished(() => open.close());
    expect((await init(['--base-url', open.url, '--token', 'any-token', '--yes'])).stdout).toContain('not required');
    expect((await init(['--base-url', open.url, '--yes'])).stdout).toContain('none was given, and none is required');
  });
});

describe('the file', () => {
  test('is not written without confirmation', async () => {
    const { url, token } = await reference();
    const argv = ['--base-url', url, '--token', token];

    const alone = await init(argv);
    expect({ code: alone.code, files: alone.files }).toEqual({ code: 3, files: [] });
    expect(alone.stdout).toContain('Nothing was written. To write the file, add --yes.');
    const questions: string[] = [];
    const answering = (yes: boolean) => ({
      confirm: async (question: string) => {
        questions.push(question);
        return yes;
      },
    });
    expect(await init(argv, answering(false))).toMatchObject({ code: 3, files: [] });
    expect(await init(argv, answering(true))).toMatchObject({ code: 0, files: [FILE] });
    expect(questions).toEqual([`Write ${FILE}?`, `Write ${FILE}?`]);
  });

  test.each([FILE, 'touchstone.config.json', 'touchstone.config.ts'])('%s is never overwritten', async (name) => {
    const cwd = folder({ [name]: '{}' });
    const { code, stderr, files } = await init(['--base-url', 'http://127.0.0.1:1', '--yes'], { cwd });

    expect({ code, files }).toEqual({ code: 2, files: [name] });
    expect(stderr).toContain(`${name} already exists\n  Remove or rename it`);
    expect(readFileSync(join(cwd, name), 'utf8')).toBe('{}');
  });

  test('is not written through a link that leads nowhere', async () => {
    const cwd = folder();
    symlinkSync(join(cwd, 'elsewhere'), join(cwd, FILE));
    const outcome = await touchstone(['init', '--base-url', 'http://127.0.0.1:1', '--yes'], { cwd });

    expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining('already exists') });
    expect(readdirSync(cwd)).toEqual([FILE]);
  });

  test('is not written for a target that cannot be inspected', async () => {
    const { url, close } = await serve(() => undefined);
    await close();
    const gone = await init(['--base-url', url, '--yes']);
    expect(gone).toMatchObject({ code: 1, files: [], stdout: expect.stringContaining('cannot be tested') });
    expect(gone.stdout).toContain('touchstone doctor');

    const { url: refusing } = await reference({}, () => 403);
    const refused = await init(['--base-url', refusing, '--yes']);
    expect(refused).toMatchObject({ code: 1, files: [], stdout: expect.stringContaining('no area can be read') });
  });

  test('holds no id that could be anything else in YAML or on a terminal', async () => {
    const ids = ['a\n  token: x', '\u001b[31m', '# b', 'good-id'];
    const { url, close } = await serve((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ items: ids.map((id) => ({ id })), pagination: { total_pages: 1 } }));
    });
    onTestFinished(close);
    const { text, stdout } = await init(['--base-url', url, '--yes']);

    expect(text).toContain('#   userId: good-id\n');
    expect(text).not.toMatch(/token|# b/);
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  test('needs a base URL, and the help names the exit codes', async () => {
    expect(await init([])).toMatchObject({ code: 2, stderr: expect.stringContaining('the base URL is missing') });
    const { stdout } = await touchstone(['init', '--help']);
    expect(stdout.replaceAll('\n', ' ')).toContain('3 not confirmed');
  });
});
