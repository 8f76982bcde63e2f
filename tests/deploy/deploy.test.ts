import { execFile } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { validateAction } from '@action-validator/core';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { shardOfEnvironment } from '../../cli/shards/shard-of-environment.js';
import { command, folder, touchstone } from '../cli/run-command.js';
import { sampleRun } from '../reporters/sample-run.js';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(ROOT, 'deploy', file), 'utf8');
const KINDS = { Job, CronJob, Deployment, PersistentVolumeClaim, Service } as const;
const MANIFESTS = ['job.yaml', 'indexed-job.yaml', 'merge-job.yaml', 'cron-job.yaml'];
const ALL = [...MANIFESTS, 'watch.yaml'];

interface Container {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly securityContext: object;
}

interface Manifest {
  readonly kind: keyof typeof KINDS;
  readonly spec: JobSpec & { readonly jobTemplate?: { readonly spec: JobSpec } };
}

interface JobSpec {
  readonly completions?: number;
  readonly podFailurePolicy?: object;
  readonly template?: {
    readonly spec: { readonly containers: readonly Container[]; readonly securityContext: object };
  };
}

const manifests = (file: string) => parseAllDocuments(read(`kubernetes/${file}`)).map((one) => one.toJS() as Manifest);

/** The pod of the job or the deployment in a file. */
function podOf(file: string) {
  const job = manifests(file).find(({ kind }) => !['PersistentVolumeClaim', 'Service'].includes(kind))?.spec;
  const spec = job?.jobTemplate?.spec ?? job;
  const [container] = spec?.template?.spec.containers ?? [];
  if (spec?.template === undefined || container === undefined) throw new Error(`${file} has no container`);
  return { spec, pod: spec.template.spec, container };
}

describe('the manifests for Kubernetes', () => {
  it.each(ALL)('%s match the published schemas', (file) => {
    const all = manifests(file);

    expect(all.length).toBeGreaterThan(0);
    for (const manifest of all) new KINDS[manifest.kind](manifest as never).validate();
  });

  it('are rejected by these schemas if they are wrong', () => {
    const [job] = manifests('job.yaml') as [Manifest];

    expect(() => new Job({ ...job, spec: { ...job.spec, backoffLimit: 'two' } } as never).validate()).toThrow();
  });

  it.each(MANIFESTS)('%s start touchstone with arguments that it accepts', async (file) => {
    const { args } = podOf(file).container;
    const env = { JOB_COMPLETION_INDEX: '0', TOUCHSTONE_SHARDS: '8' };
    const cwd = folder();
    const own = args.map((word) =>
      word.replace(/(?<==|^)\/(shards|merged|history)/, cwd).replace('$(JOB_COMPLETION_INDEX)', '0'),
    );

    const { stderr, checks } = await touchstone(own, { cwd, env });

    if (args[0] === 'merge') expect(stderr).toContain('there is no run report');
    else expect([stderr.includes('unknown option'), checks.length]).toEqual([false, 1]);
  });

  it('watch.yaml start a watch with arguments that it accepts', async () => {
    const cwd = folder();
    const { args } = podOf('watch.yaml').container;
    const free = args.map((word) => word.replace(/^\/history/, cwd).replace(/^9464$/, '0'));
    const own = command({
      cwd,
      async check() {
        setTimeout(own.interrupt);
        return sampleRun();
      },
    });

    const { code, stderr } = await own.run(...free);

    expect([code, stderr.includes('metrics for Prometheus are at http://0.0.0.0:')]).toEqual([0, true]);
    expect(readdirSync(join(cwd, 'reports'))).toHaveLength(1);
  });

  it.each(ALL)('%s run without privileges', (file) => {
    const { pod, container } = podOf(file);

    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(container.securityContext).toEqual({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } });
  });

  it.each(['job.yaml', 'indexed-job.yaml', 'merge-job.yaml'])(
    '%s take an exit code for a result, not for a crash',
    (file) => {
      const { spec, container } = podOf(file);

      expect(spec.podFailurePolicy).toMatchObject({
        rules: [
          { onExitCodes: { containerName: container.name, operator: 'In', values: [1, 2, 3] } },
          { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
        ],
      });
    },
  );

  it('number the shards as the job completes them', () => {
    const { spec, container } = podOf('indexed-job.yaml');
    const total = container.env?.find(({ name }) => name === 'TOUCHSTONE_SHARDS')?.value ?? '';

    expect(Number(total)).toBe(spec.completions);
    const last = { JOB_COMPLETION_INDEX: String(Number(total) - 1), TOUCHSTONE_SHARDS: total };
    expect(shardOfEnvironment(last)).toBe(`${total}/${total}`);
  });
});

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[];
  };
}

describe('the action for GitHub', () => {
  const action = parse(read('github/action.yml')) as Action;

  it('matches the schema of GitHub, which rejects a wrong one', () => {
    expect(validateAction(read('github/action.yml')).errors).toEqual([]);
    expect(validateAction('name: x\nruns: { using: composite }').errors).not.toEqual([]);
  });

  /** Runs the step of the action; a stand-in for npx writes a report, and prints its arguments. */
  async function run(inputs: Readonly<Record<string, string>>, code: number, verdict = 'does-not-conform') {
    const report = verdict === '' ? '' : `echo '{"verdict":"${verdict}"}' >conformance/run.json\n`;
    const cwd = folder({
      'bin/npx': `#!/bin/sh\nprintf '%s\\n' "$TOUCHSTONE_TOKEN" "$@" >calls\n${report}exit ${code}\n`,
      'conformance/run.json': '{"verdict":"conforms"}',
    });
    chmodSync(join(cwd, 'bin', 'npx'), 0o755);
    const [step] = action.runs.steps;
    const inputOf = (name: string) => inputs[name] ?? action.inputs[name]?.default ?? '';
    const env = Object.entries(step?.env ?? {}).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_all, input: string) => inputOf(input)),
    ]);
    const path = [join(cwd, 'bin'), process.env.PATH].join(delimiter);
    const given = { ...Object.fromEntries(env), PATH: path, GITHUB_OUTPUT: join(cwd, 'output') };
    const ended = await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', step?.run ?? ''], {
      cwd,
      env: given,
    }).then(
      () => 0,
      (error: { code: number }) => error.code,
    );
    const lines = (file: string) => readFileSync(join(cwd, file), 'utf8').trimEnd().split('\n');
    const [token, ...words] = lines('calls');
    return { code: ended, token, words, output: Object.fromEntries(lines('output').map((line) => line.split('='))) };
  }

  it('passes on its inputs as single words, and the exit code', async () => {
    const hostile = 'https://x.example/$(touch oops)';
    const { code, token, words, output } = await run(
      { 'base-url': hostile, token: 't-1', arguments: '--rule\npaging.*\n--header\nX-A: b c\n' },
      1,
    );

    expect(code).toBe(1);
    expect(token).toBe('t-1');
    expect(words.slice(0, 5)).toEqual(['--no-install', 'touchstone', 'check', '--base-url', hostile]);
    expect(words.slice(-4)).toEqual(['--rule', 'paging.*', '--header', 'X-A: b c']);
    expect(output).toEqual({
      'exit-code': '1',
      verdict: 'does-not-conform',
      json: 'conformance/run.json',
      junit: 'conformance/junit.xml',
      sarif: 'conformance/run.sarif',
    });
    expect(Object.keys(output).toSorted()).toEqual(Object.keys(action.outputs).toSorted());
  });

  it('has no verdict if no check ran, although an earlier use of it left a report', async () => {
    const { code, output } = await run({ 'base-url': 'https://x.example' }, 2, '');

    expect([code, output['exit-code'], output.verdict]).toEqual([2, '2', undefined]);
  });

  it('starts touchstone with options that it accepts', async () => {
    const { words } = await run({ 'base-url': 'https://x.example' }, 0);
    const cwd = folder({ 'conformance/x': '' });

    const { checks, stderr } = await touchstone(words.slice(2), { cwd });

    expect([checks.length, stderr]).toEqual([1, expect.not.stringContaining('unknown')]);
  });
});

describe('the component for GitLab', () => {
  const [spec, jobs] = parseAllDocuments(read('gitlab/templates/touchstone.yml')).map((one) => one.toJS());

  it('declares each input that it uses, and uses each that it declares', () => {
    const used = [...JSON.stringify(jobs).matchAll(/\$\[\[ inputs\.([\w-]+) \]\]/g)].map(([, name]) => name);

    expect([...new Set(used)].toSorted()).toEqual(Object.keys(spec.spec.inputs).toSorted());
  });

  it('merges what the parallel jobs leave, whatever they found', () => {
    expect(jobs.touchstone.allow_failure.exit_codes).toEqual([1, 3]);
    expect(jobs.touchstone.artifacts).toEqual({ when: 'always', paths: ['shards'] });
    expect(jobs['touchstone merge']).toMatchObject({ needs: ['touchstone'], when: 'always' });
  });

  it.each(['touchstone', 'touchstone merge'])('starts %s with arguments that it accepts', async (name) => {
    const line = (jobs[name].script as string[]).find((one) => one.startsWith('npx')) ?? '';
    const words = line
      .replace(/\$\[\[ inputs\.base-url \]\]/, 'https://x.example')
      .replace('$CI_NODE_INDEX', '1')
      .replaceAll('"', '');
    const env = { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '2' };

    const { stderr, checks } = await touchstone(words.split(' ').slice(3), { cwd: folder({ 'shards/x': '' }), env });

    if (name === 'touchstone') expect(checks[0]?.options.shard).toBe('1/2');
    else expect(stderr).toContain('there is no run report');
  });
});

describe('the stage for Jenkins', () => {
  it('starts touchstone with arguments that it accepts', async () => {
    const [, script = ''] = /npx --no-install touchstone ([\s\S]*?)'''/.exec(read('jenkins/stage.groovy')) ?? [];
    const words = script
      .replace('"$SERVICE_URL"', 'https://x.example')
      .split(/[\s\\]+/)
      .filter((word) => word !== '');

    const { checks, stderr } = await touchstone(words, { cwd: folder({ 'conformance/x': '' }) });

    expect([checks.length, stderr]).toEqual([1, '']);
  });
});

describe('the container', () => {
  it('runs the command of the package as a user that is not root, in an image without a shell', () => {
    const stages = read('container/Containerfile')
      .split(/^FROM /m)
      .slice(1);
    const last = stages.at(-1) ?? '';
    const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { bin: { touchstone: string } };

    expect(last).toMatch(/^gcr\.io\/distroless\/nodejs\d+/);
    expect(last).not.toMatch(/^RUN /m);
    expect(last).toMatch(/^USER [1-9]\d*$/m);
    const entry = /^ENTRYPOINT (.*)$/m.exec(last)?.[1] ?? '[]';
    expect((JSON.parse(entry) as string[]).at(-1)).toBe(`/app/node_modules/touchstone/${bin.touchstone}`);
  });
});
