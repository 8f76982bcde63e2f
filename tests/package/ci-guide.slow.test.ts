import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readBaseline } from '../../cli/baseline-file.js';
import type { Hook } from '../../reference/index.js';
import { assertJunit, assertSarif } from '../reporters/published-schemas.js';
import { emptyFolder, MAIN, oneTotalPageTooMany, ROOT, readJson, runProgram, serve } from './command.js';
import { assertReport } from './report-schema.js';

const GUIDE = readFileSync(join(ROOT, 'docs', 'ci.md'), 'utf8');
const FILES = ['github-actions.yml', 'gitlab-ci.yml', 'Jenkinsfile', 'after-deployment.sh'];
const printed = (file: string) => readFileSync(join(ROOT, 'docs', 'ci', file), 'utf8');

/**
 * A project that has touchstone among its dependencies. `npm ci`, the start of the service and `gh` are stand-ins, and so
 * is `npx`, which takes as long to start as a run, but where the service is kept.
 */
function project(npx: 'real' | 'stand-in'): string {
  const cwd = emptyFolder();
  const bin = join(cwd, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(ROOT, join(cwd, 'node_modules', 'touchstone'));
  symlinkSync(MAIN, join(bin, 'touchstone'));
  writeFileSync(join(cwd, 'package.json'), '{"name": "service", "private": true}');
  mkdirSync(join(cwd, '.stand-ins'));
  const script = (path: string, text: string) => {
    writeFileSync(join(cwd, path), `#!/bin/sh\n${text}\n`);
    chmodSync(join(cwd, path), 0o755);
  };
  script('start-service.sh', 'exit 0');
  script('.stand-ins/npm', 'test "$*" = ci');
  if (npx === 'stand-in') script('.stand-ins/npx', 'exec "$PROJECT/node_modules/.bin/$@"');
  script('.stand-ins/gh', 'echo "$*" >"$PROJECT/gh.log"');
  return cwd;
}

interface Shell {
  readonly cwd: string;
  readonly url: string;
  readonly token: string;
}

/** Runs a script as a CI service does, with the token in the environment. */
function shell(
  program: readonly string[],
  script: string,
  { cwd, url, token }: Shell,
  env: Record<string, string> = {},
) {
  const [name = 'sh', ...options] = program;
  return runProgram(name, [...options, '-c', script], {
    cwd,
    env: {
      PATH: [join(cwd, '.stand-ins'), process.env.PATH].join(delimiter),
      PROJECT: cwd,
      TOUCHSTONE_TOKEN: token,
      ...env,
      SERVICE_URL: url,
    },
  });
}

async function service(hooks: readonly Hook[] = [], npx: 'real' | 'stand-in' = 'stand-in'): Promise<Shell> {
  const cwd = project(npx);
  // The guide checks everything; a config keeps that short, and gives the sample that no list holds.
  writeFileSync(
    join(cwd, 'touchstone.config.yaml'),
    'operations: [getUsers]\nrules: ["paging.*", "records.*"]\nseed: 1\n',
  );
  return { cwd, ...(await serve({ hooks })) };
}

/** What a script says on stderr, without what npm says of its own settings. */
const said = (stderr: string) => stderr.replace(/^npm .*\n/gm, '');

const KEPT = { name: 'kept', hooks: [], code: 0, npx: 'real' } as const;
const BROKEN = { name: 'broken', hooks: [oneTotalPageTooMany], code: 1, npx: 'stand-in' } as const;

describe('the guide to CI', () => {
  it.each(FILES)('prints %s as it is', (file) => {
    expect(GUIDE).toContain(`\n${printed(file)}\`\`\`\n`);
  });

  it('lets one run at a time write to a service, in each of the files', () => {
    expect(parse(printed('github-actions.yml'))).toMatchObject({
      concurrency: { group: 'conformance', 'cancel-in-progress': false },
    });
    expect(parse(printed('gitlab-ci.yml'))).toMatchObject({ conformance: { resource_group: 'conformance' } });
    expect(printed('Jenkinsfile')).toMatch(/options \{\s+\/\/.*\s+disableConcurrentBuilds\(\)\s+\}/);
  });

  it('shows a baseline that is one', async () => {
    const [, block = ''] = /```yaml\n(# yaml-language-server[^`]*)```/.exec(GUIDE) ?? [];
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'baseline.yaml'), block);
    const { accepted } = await readBaseline(cwd, 'baseline.yaml');
    expect(accepted).toMatchObject([
      { check: 'getUsers/records.types', ticket: 'ABC-123' },
      { findings: { 'getUser/records.dates': ['/createdDate', '/lastActive'] } },
    ]);
  });
});

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

describe('the workflow of GitHub Actions', () => {
  const workflow = parse(printed('github-actions.yml')) as { jobs: { conformance: { steps: Step[] } } };
  const { steps } = workflow.jobs.conformance;
  const CONDITIONS: Readonly<Record<string, (failed: boolean) => boolean>> = {
    '': (failed) => !failed,
    'always()': () => true,
    "always() && github.event_name == 'pull_request'": () => true,
  };

  it.each([KEPT, BROKEN])('runs on a service that is $name', async ({ hooks, code, npx }) => {
    const on = await service(hooks, npx);
    const summary = join(on.cwd, 'step-summary.md');
    const values: Readonly<Record<string, string>> = {
      'secrets.SERVICE_TOKEN': on.token,
      'github.token': 'gh-token',
      'github.event.pull_request.html_url': 'https://github.example/pull/7',
    };
    const evaluated = (text: string) =>
      text.replace(/\$\{\{ (.*?) \}\}/g, (_all, name: string) => values[name] ?? `unknown ${name}`);
    let failed = false;
    let output = '';
    for (const { run, if: condition = '', env = {} } of steps) {
      if (run === undefined || !CONDITIONS[condition]?.(failed)) continue;
      const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, evaluated(value)]));
      const ended = await shell(['bash', '-e', '-o', 'pipefail'], run, on, {
        ...own,
        GITHUB_ACTIONS: 'true',
        GITHUB_STEP_SUMMARY: summary,
      });
      output += ended.stdout;
      if (ended.code === 0) continue;
      expect([run, ended.code, said(ended.stderr)]).toEqual([expect.stringContaining('touchstone check'), code, '']);
      failed = true;
    }
    expect(failed).toBe(code !== 0);
    expect(output).toMatch(
      code === 0 ? /^::notice title=touchstone%3A conforms::/m : /^::error title=getUsers\/paging/m,
    );
    expect(readFileSync(summary, 'utf8')).toContain(
      code === 0 ? 'touchstone: conforms' : 'touchstone: does not conform',
    );
    expect(readFileSync(join(on.cwd, 'gh.log'), 'utf8')).toContain(
      'pr comment https://github.example/pull/7 --edit-last',
    );
    assertSarif(readFileSync(join(on.cwd, 'conformance', 'run.sarif'), 'utf8'));
    await assertJunit(readFileSync(join(on.cwd, 'conformance', 'junit.xml'), 'utf8'));
    for (const { with: given = {} } of steps) {
      for (const path of [given.sarif_file, given.path]) if (path) expect(existsSync(join(on.cwd, path))).toBe(true);
    }
  });

  it('has no condition and no action that these tests do not know', () => {
    expect(steps.map(({ if: condition = '' }) => condition).filter((condition) => !(condition in CONDITIONS))).toEqual(
      [],
    );
    expect(steps.flatMap(({ uses = [] }) => uses)).toEqual([
      'actions/checkout@v4',
      'actions/setup-node@v4',
      'github/codeql-action/upload-sarif@v3',
      'actions/upload-artifact@v4',
    ]);
  });
});

describe('the job of GitLab CI', () => {
  const job = (
    parse(printed('gitlab-ci.yml')) as Record<
      string,
      { script: string[]; allow_failure: { exit_codes: number[] }; artifacts: { reports: { junit: string } } }
    >
  ).conformance;

  it.each([KEPT, BROKEN])('runs on a service that is $name', async ({ hooks, code, npx }) => {
    const on = await service(hooks, npx);
    const script = ['set -eo pipefail', ...(job?.script ?? [])].join('\n');
    const ended = await shell(['bash'], script, { ...on, token: '' }, { SERVICE_TOKEN: on.token });
    expect([ended.code, said(ended.stderr)]).toEqual([code, '']);
    await assertJunit(readFileSync(join(on.cwd, job?.artifacts.reports.junit ?? ''), 'utf8'));
  });

  it('only warns of a service that cannot be judged', async () => {
    const on = { ...(await service()), url: 'http://127.0.0.1:1' };
    const ended = await shell(['bash'], ['set -eo pipefail', ...(job?.script ?? [])].join('\n'), on, {
      SERVICE_TOKEN: on.token,
    });
    expect(job?.allow_failure.exit_codes).toContain(ended.code);
  });
});

describe('the pipeline of Jenkins', () => {
  const text = printed('Jenkinsfile');
  // As in Groovy, a backslash at the end of a line joins the lines.
  const scripts = [...text.matchAll(/\bsh (?:'''(.*?)'''|'([^']*)')/gs)].map(
    ([, long, short = '']) => long?.replaceAll('\\\n', '') ?? short,
  );

  it.each([KEPT, BROKEN])('runs on a service that is $name', async ({ hooks, code, npx }) => {
    const on = await service(hooks, npx);
    const codes: (number | null)[] = [];
    for (const script of scripts) codes.push((await shell(['sh', '-xe'], script, on)).code);
    expect(codes).toEqual([0, 0, code]);
    const [, junit = ''] = /junit '(.*)'/.exec(text) ?? [];
    await assertJunit(readFileSync(join(on.cwd, junit), 'utf8'));
    assertReport(readJson(join(on.cwd, 'conformance', 'run.json')));
  });
});

describe('the check after a deployment', () => {
  const script = `sh ${join(ROOT, 'docs', 'ci', 'after-deployment.sh')}`;

  it('remembers a good run, fails for what is worse than it, and keeps remembering the good one', async () => {
    const on = await service();
    const good = join(on.cwd, 'conformance', 'good.json');
    expect((await shell(['sh'], script, on)).code).toBe(0);
    const first = readFileSync(good, 'utf8');
    const broken = { ...on, ...(await serve({ hooks: [oneTotalPageTooMany] })) };
    const worse = await shell(['sh'], script, broken);
    expect(worse).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('WORSE'),
      stderr: expect.stringContaining('got worse'),
    });
    expect(readFileSync(good, 'utf8')).toBe(first);
    expect((await shell(['sh'], script, on)).code).toBe(0);
    expect(readFileSync(good, 'utf8')).not.toBe(first);
    expect(await shell(['sh'], script, { ...on, url: 'http://127.0.0.1:1' })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('could not be judged'),
    });
  });

  it('takes known differences from the baseline, which the guide makes as printed', async () => {
    const on = await service([oneTotalPageTooMany]);
    const [, block = ''] = /```sh\n(npx touchstone check[^`]*touchstone baseline[^`]*)```/.exec(GUIDE) ?? [];
    const lines = block
      .trim()
      .split('\n')
      .map((line) => line.replace('2027-01-31', '2999-01-31'));
    const codes: (number | null)[] = [];
    for (const line of lines) codes.push((await shell(['sh'], line, on)).code);
    expect(codes).toEqual([1, 0, 0]);
    expect((await shell(['sh'], script, on)).code).toBe(0);
  });

  it('can be signed as printed', async () => {
    const on = await service();
    await shell(['sh'], 'npx touchstone check --base-url "$SERVICE_URL" --quiet --report json=run.json', on);
    const [, block = ''] = /```sh\n(openssl[^`]*)```/.exec(GUIDE) ?? [];
    const ended = await shell(['sh', '-e'], block, on);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('which is your key') });
  });
});
