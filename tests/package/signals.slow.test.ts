import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createReference } from '../../reference/index.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { serve } from '../engine/serve.js';
import { emptyFolder, readJson, touchstone } from './command.js';
import { assertReport } from './report-schema.js';
import { differences, dump } from './writing-target.js';

/** What a target counts: reads, writes, and the writes that change a record, and that leave it as it was at first. */
type Event = 'read' | 'write' | 'change' | 'restore';
type OnEvent = (event: Event, count: number) => void;

const SIZES = { applications: 10, users: 24, subscriptions: 3, agreements: 2, contracts: 2 };
const READS = ['--operation', 'getUsers', '--rule', 'paging.*'];
const WRITES = ['--operation', 'updateUser', '--rule', 'updates.*', '--allow-writes'];

async function countingTarget(onEvent: OnEvent) {
  const reference = createReference({ sizes: SIZES });
  const counts: Record<Event, number> = { read: 0, write: 0, change: 0, restore: 0 };
  const { users } = reference.tenant;
  const original = new Map(users.records.map((user) => [user.id, JSON.stringify(user)]));
  const changed = new Set<string>();
  const count = (event: Event) => {
    counts[event] += 1;
    onEvent(event, counts[event]);
  };
  reference.app.addHook('onSend', async ({ method }) => {
    count(method === 'GET' ? 'read' : 'write');
    for (const user of users.records) {
      const isChanged = JSON.stringify(user) !== original.get(user.id);
      if (isChanged === changed.has(user.id)) continue;
      if (isChanged) changed.add(user.id);
      else changed.delete(user.id);
      count(isChanged ? 'change' : 'restore');
    }
  });
  const { url } = await reference.listen();
  onTestFinished(() => reference.close());
  return { reference, argv: ['--base-url', url, '--token', reference.token] };
}

/** Starts a check that gets the signals of `at` when the target reports their event, and its report. */
async function interruptedAt(at: readonly (readonly [NodeJS.Signals, Event, number])[], argv: readonly string[]) {
  let kill = (_signal: NodeJS.Signals): void => undefined;
  const target = await countingTarget((event, count) => {
    for (const [signal, on, nth] of at) if (on === event && nth === count) kill(signal);
  });
  const before = dump(target.reference);
  const cwd = emptyFolder();
  const ended = await touchstone(['check', ...target.argv, ...argv, '--report', 'json=report.json'], {
    cwd,
    onStart: (send) => {
      kill = send;
    },
  });
  return { ...ended, cwd, target, before, after: () => dump(target.reference) };
}

function reportIn(cwd: string): RunReport {
  const report = readJson(join(cwd, 'report.json')) as RunReport;
  assertReport(report);
  return report;
}

describe('a signal', () => {
  it.each([
    ['at the first request', 'SIGTERM', 'read', 1, READS],
    ['while it reads', 'SIGHUP', 'read', 12, READS],
    ['while it reads', 'SIGINT', 'read', 12, READS],
    ['before its first write', 'SIGTERM', 'read', 3, WRITES],
    ['while it writes', 'SIGHUP', 'write', 4, WRITES],
    ['while it writes', 'SIGTERM', 'write', 6, WRITES],
    ['while it restores', 'SIGINT', 'restore', 1, WRITES],
    ['while it restores', 'SIGHUP', 'restore', 2, WRITES],
  ] as const)('%s (%s at %s %i) ends a check with 130, its report and the original records', async (...row) => {
    const [, signal, event, count, argv] = row;
    const { code, cwd, before, after } = await interruptedAt([[signal, event, count]], argv);

    expect(code).toBe(130);
    expect(reportIn(cwd)).toMatchObject({ interrupted: true, verdict: 'inconclusive' });
    expect(differences(before, after())).toEqual([]);
  });

  it('while a token is fetched ends a check with 130 and no wait', async () => {
    let kill = (_signal: NodeJS.Signals): void => undefined;
    const { url: tokenUrl, close } = await serve(() => kill('SIGHUP'));
    onTestFinished(close);
    const auth = ['kind=oauth2', `tokenUrl=${tokenUrl}/token`, 'scope=read'];
    const ended = await touchstone(['check', '--base-url', tokenUrl, ...auth.flatMap((one) => ['--auth', one])], {
      env: { TOUCHSTONE_CLIENT_ID: 'one', TOUCHSTONE_CLIENT_SECRET: 'of the client' },
      onStart: (send) => {
        kill = send;
      },
    });

    expect(ended).toMatchObject({ code: 130, stdout: expect.stringContaining('INTERRUPTED') });
  });

  it('a second time ends at once, and names the command that restores the records', async () => {
    const signals = [
      ['SIGTERM', 'change', 1],
      ['SIGHUP', 'restore', 1],
    ] as const;
    const { code, stderr, cwd, target, before, after } = await interruptedAt(signals, WRITES);

    expect(code).toBe(130);
    const [, undo = ''] = /Restore them: touchstone (undo \S+) --base-url/.exec(stderr) ?? [];
    const undone = await touchstone([...undo.split(' '), ...target.argv], { cwd });
    expect(undone).toMatchObject({ code: 0, stderr: '' });
    expect(differences(before, after())).toEqual([]);
  });
});
