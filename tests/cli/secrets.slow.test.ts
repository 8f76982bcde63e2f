import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { REPORT_KINDS } from '../../options/choices.js';
import { OPTIONS } from '../../options/declared.js';
import { type Hook, makeCertificates } from '../../reference/index.js';
import { serveProxy } from '../engine/proxy.js';
import { emptyFolder, oneTotalPageTooMany, readJson, serve } from '../package/command.js';
import { leaks } from '../package/leaks.js';
import { expectNoLeak, outputsOf, repeats, SECRET } from '../package/repeated-secrets.js';
import { assertReport } from '../package/report-schema.js';
import { inProcess } from './in-process.js';

const SOME = ['--operation', 'getUsers', '--rule', '{paging,answers,errors,records}.*'];

const ways = [
  { way: 'the flag', argv: ['--token', SECRET], env: {}, config: {} },
  { way: 'the environment', argv: [], env: { TOUCHSTONE_TOKEN: SECRET }, config: {} },
  { way: 'the environment that the config names', argv: [], env: { MINE: SECRET }, config: { tokenEnv: 'MINE' } },
  { way: 'an authorization header', argv: ['--header', `Authorization: Bearer ${SECRET}`], env: {}, config: {} },
  {
    way: 'a header beside the token',
    argv: ['--token', 'another-token', '--header', `X-Api-Key: ${SECRET}`],
    env: {},
    config: {},
  },
  { way: 'a header of the config', argv: [], env: {}, config: { headers: { 'X-Vendor': SECRET } } },
  {
    way: 'a password',
    argv: ['--auth', 'kind=basic', '--auth', 'username=ada'],
    env: { TOUCHSTONE_PASSWORD: SECRET },
    config: {},
  },
  {
    way: 'an API key of the config',
    argv: [],
    env: { MINE: SECRET },
    config: { auth: { kind: 'apiKey', header: 'X-Vendor', keyEnv: 'MINE' } },
  },
  { way: 'a cookie', argv: ['--header', `Cookie: lang=en; sid=${SECRET}`], env: {}, config: {} },
];

/** Checks a target that repeats and fails, with every kind of report in `cwd`. */
async function checked(cwd: string, { argv, env, config }: (typeof ways)[number], rules: readonly string[] = SOME) {
  const { url } = await serve({ hooks: [oneTotalPageTooMany, repeats(SECRET)] });
  const file = join(emptyFolder(), 'config.json');
  writeFileSync(file, JSON.stringify(config));
  const target = ['--config', file, '--base-url', url, ...argv, ...rules];
  const reports = REPORT_KINDS.flatMap((kind) => ['--report', `${kind}=report.${kind}`]);
  return { url, target, ended: await inProcess(['check', ...target, ...reports], { env, cwd }) };
}

describe('a secret', () => {
  it.each(ways)('that is given by $way is in no output, and neither is what the login answers', async (way) => {
    const cwd = emptyFolder();
    const { ended } = await checked(cwd, way);
    expect(ended.code).toBe(1);
    assertReport(readJson(join(cwd, 'report.json')));
    const outputs = outputsOf(cwd, ended);
    expect(outputs.get('report.json')).toContain('[redacted]');
    expect([...outputs.keys()]).toHaveLength(REPORT_KINDS.length + 2);
    expectNoLeak(outputs);
  });

  it('of a client, and each token that it gets, are in no output, nor in a journal', async () => {
    const issued: string[] = [];
    const endpoint = createServer((_request, response) => {
      issued.push(`issued-${issued.length}-xt9/+~token-of-the-endpoint`);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ access_token: issued.at(-1), token_type: 'bearer', expires_in: 1 }));
    });
    await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void endpoint.close());
    const tokenUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/token`;
    const echo: Hook = (steps) => {
      // The token is not known before a request carries it.
      const now = () => ({ ...steps, ...repeats(`${SECRET} ${issued.at(-1)}`)(steps) });
      return {
        authorize: () => undefined,
        answerList: (context) => now().answerList(context),
        errorBody: (...given) => now().errorBody(...given),
      };
    };
    // Slow enough to last for longer than a token.
    const { url } = await serve({ hooks: [oneTotalPageTooMany, echo], latencyMs: 60 });
    const cwd = emptyFolder();
    const settings = ['kind=oauth2', `tokenUrl=${tokenUrl}`].flatMap((text) => ['--auth', text]);
    const reports = REPORT_KINDS.flatMap((kind) => ['--report', `${kind}=report.${kind}`]);
    const bodies = Object.keys(OPTIONS.bodies.kind.names).flatMap((kind) => ['--bodies', `${kind}=full`]);
    const argv = ['check', '--base-url', url, ...settings, ...SOME, '--operation', 'updateUser', ...reports, ...bodies];
    const ended = await inProcess(
      [...argv, '--rule', 'updates.effect', '--allow-writes', '--journal', 'journal.jsonl'],
      {
        env: { TOUCHSTONE_CLIENT_ID: 'the-client', TOUCHSTONE_CLIENT_SECRET: SECRET },
        cwd,
      },
    );

    expect([ended.code, ended.stderr]).toEqual([1, expect.not.stringContaining('internal error')]);
    expect(issued.length).toBeGreaterThan(1);
    const outputs = outputsOf(cwd, ended);
    expect([...outputs.keys()].length).toBeGreaterThanOrEqual(REPORT_KINDS.length + 2);
    const found = [...outputs].flatMap(([name, text]) =>
      leaks(text, [SECRET, ...issued]).map((piece) => `${name}: ${piece}`),
    );
    expect(found).toEqual([]);
  });

  it('is in no output of the commands that take a run report, nor of those that only read', async () => {
    const [first, few, again] = [emptyFolder(), emptyFolder(), emptyFolder()];
    const [way] = ways as [(typeof ways)[number]];
    const { url, target } = await checked(first, way);
    const run = join(first, 'report.json');
    // Its power is measured with each fault of each response.
    const small = await checked(few, way, ['--operation', 'getUsers', '--rule', 'paging.total-pages']);
    for (const command of [
      ['compare', run, run, '--json'],
      ['baseline', run, '--reason', 'known', '--out', 'baseline.yaml'],
      ['verify', run],
      ['report', run],
      ['replay', run, 'getUsers/paging.total-pages', '--base-url', url, ...way.argv],
      ['power', join(few, 'report.json'), '--power', 'sample', '--base-url', small.url, ...way.argv],
      ['check', ...target, '--compare', run, '--history', 'runs'],
      ['matrix', run, join(few, 'report.json')],
      ['soak', ...target, '--for', '1s', '--rps', '20', '--report', 'json=soak.json', '--report', 'markdown=soak.md'],
      ['survey', ...target],
      ['doctor', '--base-url', url, ...way.argv],
      ['init', '--base-url', url, ...way.argv, '--yes'],
    ]) {
      const ended = await inProcess(command, { cwd: again });
      expect(ended.stdout).not.toBe('');
      expectNoLeak(outputsOf(again, ended));
    }
  });

  it('of a client certificate or a proxy is in no output', async () => {
    const files = emptyFolder();
    const certificates = makeCertificates(['127.0.0.1']);
    const { ca, client } = certificates;
    for (const [name, text] of Object.entries({ ca, cert: client.cert, key: client.key }))
      writeFileSync(join(files, name), text);
    const proxy = await serveProxy(SECRET);
    onTestFinished(() => proxy.close());
    const proxyUrl = proxy.url.replace('//', `//user:${encodeURIComponent(SECRET)}@`);
    const content = client.key.replace(/-----.*-----|\s/g, '');
    const hooks = [oneTotalPageTooMany, repeats(SECRET)];
    const { url, token } = await serve({ hooks, tls: { certificates, mutual: true } });
    const access = ['ca', 'cert', 'key'].flatMap((name) => [`--${name}`, join(files, name)]);
    const target = ['--base-url', url, '--token', token, '--proxy', proxyUrl, ...access];
    const reports = REPORT_KINDS.flatMap((kind) => ['--report', `${kind}=report.${kind}`]);
    const bodies = Object.keys(OPTIONS.bodies.kind.names).flatMap((kind) => ['--bodies', `${kind}=full`]);
    for (const command of [
      ['check', ...target, ...SOME, ...reports, ...bodies, '--verbose'],
      ['doctor', ...target],
      ['init', ...target, '--yes'],
      ['check', '--base-url', url, '--key', join(files, 'key'), '--cert', join(files, 'key')],
    ]) {
      const cwd = emptyFolder();
      const ended = await inProcess(command, { cwd });
      expect(ended.stderr).not.toContain('internal error');
      const outputs = outputsOf(cwd, ended);
      if (outputs.has('report.json')) expect(outputs.get('report.json')).toContain('[redacted]');
      expectNoLeak(outputs, [SECRET, content.slice(40, 100), content.slice(-100, -40)]);
    }
    expect(proxy.log.length).toBeGreaterThan(0);
  });
});
