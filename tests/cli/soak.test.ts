import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SoakReport } from '../../schemas/generated/touchstone.js';
import { sampleSoak } from '../reporters/sample-soak.js';
import { command, folder, touchstone } from './run-command.js';

const REMOTE = ['soak', '--base-url', 'https://target.example/', '--token', 't'];
const LOCAL = ['soak', '--base-url', 'http://127.0.0.1:8080', '--token', 't'];

/** A service that records what it gets and returns a report. */
function soaking(report: Partial<SoakReport> = {}) {
  const calls: unknown[][] = [];
  const soak = async (...given: unknown[]) => {
    calls.push(given);
    return sampleSoak(report);
  };
  return { calls, soak };
}

describe('touchstone soak', () => {
  test('sends no request to a host that is not confirmed', async () => {
    const { calls, soak } = soaking();
    const { code, stderr } = await touchstone(REMOTE, { soak });
    expect(code).toBe(2);
    expect(stderr).toContain('target.example would receive 10 requests per second for 10 min 00 s');
    expect(stderr).toContain('--yes');
    const refused = await touchstone(REMOTE, { soak, confirm: async () => false });
    expect(refused.code).toBe(2);
    expect(calls).toEqual([]);
  });

  test('starts with --yes, with a confirmation, and without either on a loopback address', async () => {
    const { calls, soak } = soaking();
    expect((await touchstone([...REMOTE, '--yes', '--for', '90s', '--rps', '50'], { soak })).code).toBe(0);
    const asked: string[] = [];
    const confirm = async (question: string) => asked.push(question) > 0;
    expect((await touchstone(REMOTE, { soak, confirm })).code).toBe(0);
    expect((await touchstone(LOCAL, { soak })).code).toBe(0);
    expect(asked).toEqual([expect.stringContaining('target.example would receive')]);
    expect(calls.map(([, options]) => options)).toMatchObject([
      { forMs: 90_000, rps: 50 },
      { forMs: 600_000, rps: 10 },
      { forMs: 600_000, rps: 10 },
    ]);
  });

  test.each([
    [{}, 0],
    [{ verdict: 'does-not-conform' }, 1],
    [{ verdict: 'inconclusive' }, 3],
    [{ verdict: 'inconclusive', interrupted: true }, 130],
  ] as const)('exits with the code of its verdict: %j', async (report, code) => {
    expect((await touchstone(LOCAL, soaking(report))).code).toBe(code);
  });

  test('prints the verdict, the windows, the operations and the errors, and writes reports', async () => {
    const cwd = folder();
    const argv = [...LOCAL, '--report', 'json=soak.json', '--report', 'markdown=soak.md'];
    const { stdout } = await touchstone(argv, { ...soaking(), cwd });
    expect(stdout).toContain('getUsers/paging.total-pages  must');
    expect(stdout).toContain('timeout 2, HTTP 503 1');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('CONFORMS: no requirement failed in 2 complete rounds');
    expect(JSON.parse(readFileSync(join(cwd, 'soak.json'), 'utf8'))).toEqual(sampleSoak());
    const markdown = readFileSync(join(cwd, 'soak.md'), 'utf8');
    expect(markdown).toContain('### Windows');
    expect(markdown).not.toContain('<script>');
  });

  test('stops its requests at the first interrupt', async () => {
    let aborted = false;
    const own = command({
      soak: async (_target, { signal }) => {
        own.interrupt();
        aborted = signal?.aborted === true;
        return sampleSoak({ interrupted: true, verdict: 'inconclusive' });
      },
    });
    expect((await own.run(...LOCAL)).code).toBe(130);
    expect(aborted).toBe(true);
    expect(own.listening()).toBe(0);
  });
});
