import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { certified } from '../../engine/report/integrity.js';
import { UsageError } from '../../engine/target/usage-error.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { failedCheck, sampleRun } from '../reporters/sample-run.js';
import { command, folder, TARGET, touchstone, type World } from './run-command.js';

const WATCH = ['watch', ...TARGET.slice(1), '--every', '1s', '--jitter', '0%'];
const WAIT = { timeout: 60_000 };
const at = (second: number) => ({ startedAt: `2026-01-01T00:00:0${second}.000Z` });
const BAD = { verdict: 'does-not-conform' as const, checks: [failedCheck()] };

type Run = Partial<RunReport> | Error;

/**
 * Watches a target whose runs have these results, and interrupts the watch when all have ended. The next result repeats
 * the last one, so that a slow machine cannot add another.
 */
async function watched(runs: readonly Run[], argv: readonly string[] = [], world: World = {}) {
  let count = 0;
  const own = command({
    ...world,
    async check() {
      const run = runs[Math.min(count, runs.length - 1)];
      count += 1;
      if (count === runs.length) setTimeout(own.interrupt);
      if (run instanceof Error) throw run;
      return certified(sampleRun(run));
    },
  });
  return { ...(await own.run(...WATCH, ...argv)), runs: count, listening: own.listening() };
}

describe('touchstone watch', () => {
  it('runs at once and then on its schedule, and keeps what it found, until it is stopped', async () => {
    const cwd = folder({ 'kept/run-2020-01-01T00-00-00-000Z.json': '{}', 'kept/notes.json': '{}' });
    const runs = [at(1), { ...at(2), ...BAD }, new UsageError('no such fixture'), { ...at(4), interrupted: true }];
    const argv = ['--history', 'past', '--keep-in', 'kept', '--keep', '2', '--report', 'json=last.json'];

    const { code, stdout, stderr, listening, runs: count } = await watched(runs, argv, { cwd });

    expect([code, count, listening]).toEqual([0, 4, 0]);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^2026-01-01T00:00:01\.000Z conforms: .* \(1,312 requests in 1\.4 s\)$/);
    expect(lines[1]).toMatch(/^2026-01-01T00:00:02\.000Z does not conform: /);
    expect(lines[2]).toBe('  now failing: getUsers/paging.total-pages');
    expect(lines[4]).toBe('  no longer failing: getUsers/paging.total-pages');
    expect(stderr).toContain('touchstone: no such fixture\n');
    expect(stderr).toMatch(/the next run starts at \d{4}-/);
    // A run that was cut off is no part of the history, but what it found is kept.
    expect(historyIn(join(cwd, 'past'))).toEqual([at(1).startedAt, at(2).startedAt]);
    expect(readdirSync(join(cwd, 'kept')).toSorted()).toEqual([
      'notes.json',
      'run-2026-01-01T00-00-02-000Z.json',
      'run-2026-01-01T00-00-04-000Z.json',
    ]);
    expect(JSON.parse(readFileSync(join(cwd, 'last.json'), 'utf8')).startedAt).toBe(at(4).startedAt);
  });

  it('ends with the error of the first run', async () => {
    const { code, stderr } = await watched([new UsageError('no such fixture'), at(2)]);

    expect([code, stderr]).toEqual([2, 'touchstone: no such fixture\n']);
  });

  it('reads the baseline before each run', async () => {
    const cwd = folder({ 'b.json': JSON.stringify({ accepted: [] }) });
    let count = 0;
    const own = command({
      cwd,
      async check() {
        count += 1;
        writeFileSync(join(cwd, 'b.json'), 'broken');
        return sampleRun(at(count));
      },
    });

    const ended = own.run(...WATCH, '--baseline', 'b.json');
    await vi.waitFor(() => expect(own.seen.stderr).toContain('b.json'), WAIT);
    own.interrupt();

    expect([(await ended).code, count]).toEqual([0, 1]);
  });

  it('stops with 3 if a run left a changed record', async () => {
    const left = { kind: 'user', id: 'u-1', reason: 'the target refused it', fields: [], request: null };
    const undo = 'touchstone undo j.jsonl --base-url https://target.example/';
    const restoration = { journal: 'j.jsonl', undo, touched: [], removed: [], left: [left] };

    const { code, stderr, runs } = await watched([{ ...at(1), restoration }, at(2)]);

    expect([code, runs]).toEqual([3, 1]);
    expect(stderr).toContain(`a run left changed records. Restore them: ${undo}\n`);
  });

  it('exits at once at a second interrupt between two runs', async () => {
    const own = command({
      async check() {
        setTimeout(() => {
          own.interrupt();
          own.interrupt();
        });
        return sampleRun();
      },
    });

    await own.run(...WATCH, '--every', '1h');

    expect(own.seen.exits).toEqual([130]);
  });

  it.each<[string[], RegExp]>([
    [['--every', '10ms'], /--every 10ms is too short/],
    [['--every', 'soon'], /a time such as 30s or 2m/],
    [['--jitter', '5'], /percentage/],
    [['--otlp'], /--otlp needs an endpoint/],
    [['--otlp', 'collector:4318'], /not an HTTP URL/],
    [['--metrics-port', '70000'], /from 0 to 65535/],
    [['--keep', '5'], /--keep 5 keeps nothing without --keep-in\n {2}Add --keep-in FOLDER/],
    [
      ['--keep-in', join(import.meta.filename, 'runs')],
      /the run reports cannot be kept in .*: a part of the path is not a folder\n {2}Give --keep-in a folder/,
    ],
    [
      ['--metrics-host', '::1'],
      /--metrics-host ::1 serves nothing without --metrics-port\n {2}Add --metrics-port NUMBER/,
    ],
  ])('exits with 2 for %j', async (argv, message) => {
    const { code, stderr, checks } = await touchstone([...WATCH, ...argv]);

    expect([code, checks]).toEqual([2, []]);
    expect(stderr).toMatch(message);
  });

  it('does not watch the embedded reference unasked', async () => {
    const { code, stderr } = await touchstone(['watch', '--every', '1s']);

    expect(code).toBe(2);
    expect(stderr).toContain('the base URL is missing');
  });
});

/** When the runs of a history started. */
function historyIn(path: string): string[] {
  const [file = ''] = readdirSync(path);
  const lines = readFileSync(join(path, file), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line)).flatMap(({ type, at: started }) => (type === 'run' ? [started] : []));
}

/** A receiver of OTLP that records what is sent to it. */
async function collector(status = 200) {
  const bodies: { path: string; json: OtlpBody }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      bodies.push({ path: request.url ?? '', json: JSON.parse(text) });
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

interface OtlpBody {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string }[] }[];
  }[];
}

/** Watches one run with metrics for Prometheus, and reads them when it has ended. */
async function scraped(run: Partial<RunReport>, argv: readonly string[] = []) {
  const own = command({ check: async () => certified(sampleRun(run)) });
  const ended = own.run(...WATCH, '--every', '1h', '--metrics-port', '0', ...argv);
  await vi.waitFor(() => expect(own.seen.stderr).toContain('next run'), WAIT);
  const [, url = ''] = /metrics for Prometheus are at (\S+)/.exec(own.seen.stderr) ?? [];
  const response = await fetch(url);
  const other = await fetch(new URL('/other', url));
  const text = await response.text();
  own.interrupt();
  return { text, response, other, url, ended: await ended };
}

describe('the metrics of a watch', () => {
  it('are served for Prometheus at /metrics until the watch ends', async () => {
    const { text, response, other, url, ended } = await scraped({ ...at(1), ...BAD });

    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).toContain('# TYPE touchstone_check_outcome gauge\n');
    expect(text).toMatch(
      /^touchstone_check_outcome\{operation="getUsers",rule="paging.total-pages",level="must",outcome="fail"\} 1$/m,
    );
    expect(text).toMatch(/^touchstone_run_exit_code 1$/m);
    expect(text).toMatch(/^touchstone_requests_total\{operation="getUsers"\} 12$/m);
    expect(text).toMatch(/^touchstone_watch_interval_seconds 3600$/m);
    expect(text).toMatch(/^target_info\{.*touchstone_target="https:\/\/target.example".*\} 1$/m);
    expect([other.status, ended.code]).toEqual([404, 0]);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('are sent by OTLP after each run', async () => {
    const { bodies, url } = await collector();

    const { code, stderr } = await watched([at(1)], ['--otlp', url]);

    expect([code, bodies.length, bodies[0]?.path]).toEqual([0, 1, '/v1/metrics']);
    expect(stderr).not.toContain('could not be sent');
    const names = bodies[0]?.json.resourceMetrics[0]?.scopeMetrics[0]?.metrics.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['touchstone_check_outcome', 'touchstone_requests_total']));
  });

  it('that cannot be sent are a note, once, and the watch goes on', async () => {
    const { url } = await collector(400);

    const { code, stderr, runs } = await watched([at(1), at(2)], ['--otlp'], {
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: url },
    });

    expect([code, runs]).toEqual([0, 2]);
    expect(stderr.split('metrics could not be sent to 127.0.0.1').length - 1).toBe(1);
  });

  it('cannot be served on a port that is in use', async () => {
    const { url } = await collector();

    const { code, stderr, checks } = await touchstone([...WATCH, '--metrics-port', new URL(url).port]);

    expect([code, checks]).toEqual([2, []]);
    expect(stderr).toMatch(/metrics cannot be served on 127\.0\.0\.1:\d+: the port is already in use/);
  });
});
