import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPORT_KINDS } from '../../options/choices.js';
import { emptyFolder, oneTotalPageTooMany, serve, touchstone } from './command.js';
import { LeakSearch } from './leak-search.js';
import { leaks } from './leaks.js';
import { expectNoLeak, formsOf, outputsOf, repeats, SECRET } from './repeated-secrets.js';

const SOME = ['--operation', 'getUsers', '--rule', '{paging,answers,errors,records}.*'];

// `tests/cli/secrets.slow.test.ts` runs the other ways to give a secret, and other commands, in one process.
describe('a secret', () => {
  it('that is given by the flag is in no output of the process, and neither is what the login answers', async () => {
    const cwd = emptyFolder();
    const { url } = await serve({ hooks: [oneTotalPageTooMany, repeats(SECRET)] });
    const reports = REPORT_KINDS.flatMap((kind) => ['--report', `${kind}=report.${kind}`]);
    const argv = ['check', '--base-url', url, '--token', SECRET, ...SOME, ...reports];
    const ended = await touchstone(argv, { cwd });

    expect(ended.code).toBe(1);
    const outputs = outputsOf(cwd, ended);
    expect(outputs.get('report.json')).toContain('[redacted]');
    expect([...outputs.keys()]).toHaveLength(REPORT_KINDS.length + 2);
    expectNoLeak(outputs);
  });

  it('in the file of a key that is none is in no output of the process', async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'key'), `-----BEGIN PRIVATE KEY-----\n${SECRET}\n-----END PRIVATE KEY-----\n`);
    const argv = ['check', '--base-url', 'https://127.0.0.1:1', '--key', 'key', '--cert', 'key'];
    const ended = await touchstone(argv, { cwd });

    expect(ended.code).toBe(2);
    expect(ended.stderr).not.toContain('internal error');
    expectNoLeak(
      new Map([
        ['stdout', ended.stdout],
        ['stderr', ended.stderr],
      ]),
    );
  });

  it('of a target that repeats it is in no output of watch, its metrics and the reports that it keeps', async () => {
    const cwd = emptyFolder();
    const { url } = await serve({ hooks: [oneTotalPageTooMany, repeats(SECRET)] });
    const to = ['--base-url', url, '--token', SECRET];
    let metrics = '';
    const ended = await touchstone(
      ['watch', ...to, ...SOME, '--every', '1h', '--metrics-port', '0', '--keep-in', 'kept', '--history', 'runs'],
      {
        cwd,
        async onStderr(stderr, kill) {
          const url = /http:\/\/\S+\/metrics/.exec(stderr)?.[0];
          if (url === undefined || metrics !== '' || !stderr.includes('the next run starts at')) return;
          metrics = await (await fetch(url)).text();
          kill('SIGTERM');
        },
      },
    );

    expect(metrics).toContain('touchstone_');
    expect(readdirSync(join(cwd, 'kept'))).toHaveLength(1);
    expectNoLeak(outputsOf(cwd, ended).set('metrics', metrics));
  });

  it('in a config file by mistake is not printed', async () => {
    const cwd = emptyFolder();
    writeFileSync(
      join(cwd, 'touchstone.config.json'),
      JSON.stringify({ baseUrl: 'http://127.0.0.1:1', token: SECRET }),
    );
    const ended = await touchstone(['check'], { cwd });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expectNoLeak(new Map([['stderr', ended.stderr]]));
  });

  it.each([
    ['a password', `http://user:${encodeURIComponent(SECRET)}@127.0.0.1:1/`],
    ['a password that is not encoded', `http://user:${SECRET}@127.0.0.1:1/`],
    ['a query', `http://127.0.0.1:1/?key=${encodeURIComponent(SECRET)}`],
    ['a fragment', `http://127.0.0.1:1/#${encodeURIComponent(SECRET)}`],
  ])('that stands in the base URL as %s is refused, and not repeated', async (_name, url) => {
    const cwd = emptyFolder();
    const ended = await touchstone(['check', '--base-url', url, '--report', 'json=report.json'], { cwd });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(readdirSync(cwd)).toEqual([]);
    expectNoLeak(new Map([['stderr', ended.stderr]]));
  });
});

describe('the search for leaks', () => {
  it.each(formsOf(SECRET))('finds %j', (form) => {
    expect(leaks(`before ${form} after`, [SECRET])).not.toEqual([]);
    expect(leaks(JSON.stringify({ body: `before ${form} after` }), [SECRET])).not.toEqual([]);
  });

  it.each(formsOf(SECRET))('finds %j in a text that was clean without it', (form) => {
    const search = new LeakSearch([SECRET]);
    const text = (body: string) => JSON.stringify({ parts: Array.from({ length: 50 }, (_, at) => at), body }, null, 2);

    expect(search.leaksIn(text('before'))).toEqual([]);
    expect(search.leaksIn(text(`before ${form}`))).not.toEqual([]);
    expect(search.leaksIn(text(`before ${form}`))).not.toEqual([]);
    expect(search.leaksIn(text('before'))).toEqual([]);
  });

  it('finds nothing in clean output', () => {
    expect(leaks('{"authorization": "[redacted]"}', [SECRET])).toEqual([]);
  });
});
