import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { check } from '../../../conformance/check.js';
import { previewWrites } from '../../../conformance/preview-writes.js';
import { createReference } from '../../../reference/index.js';
import { listening } from '../serve.js';

const SIZES = { applications: 6, users: 8, subscriptions: 2, agreements: 2, contracts: 2 };

/** A small target behind a socket that takes down the method of every request that passes it. */
async function watched() {
  const reference = createReference({ sizes: SIZES, taskDurationMs: 20 });
  const { url } = await reference.listen();
  const methods = new Map<string, number>();
  const socket = await listening(
    createServer((client) => {
      const server = connect(Number(new URL(url).port), '127.0.0.1');
      for (const end of [client, server]) end.on('error', () => undefined);
      client.on('data', (bytes) => {
        for (const [, method = ''] of bytes
          .toString('latin1')
          .matchAll(/(?:^|\r\n|\})([A-Z]+) \/\S* HTTP\/1\.1\r\n/g)) {
          methods.set(method, (methods.get(method) ?? 0) + 1);
        }
      });
      client.pipe(server).pipe(client);
    }),
  );
  onTestFinished(async () => {
    await socket.close();
    await reference.close();
  });
  const fixtures = Object.fromEntries(Object.entries(reference.fixtures).filter(([, id]) => id !== ''));
  return {
    target: { baseUrl: socket.url, token: reference.token, fixtures },
    methods: () => [...methods.keys()].sort(),
  };
}

const WRITES = ['update*', 'bulk*', 'delete*'];

it('nothing but GET leaves for a target where nothing more is allowed, whatever is checked', async () => {
  const { target, methods } = await watched();

  const report = await check(target, { seed: 1 });

  expect(report.requests.sent).toBeGreaterThan(500);
  expect(methods()).toEqual(['GET']);
  const excluded = report.checks.filter(({ outcome }) => outcome === 'excluded').map(({ reason }) => reason);
  expect([...new Set(excluded)].sort()).toEqual([
    'needs --allow-destroy',
    'needs --allow-writes',
    'not in the budget standard',
  ]);
});

it('nothing but GET leaves where the records that would be written to are listed', async () => {
  const { target, methods } = await watched();

  const preview = await previewWrites(target, { allowWrites: true, allowScopeAll: true, operations: WRITES });

  expect(preview.kinds.map(({ kind, all }) => [kind, all])).toEqual([
    ['application', true],
    ['user', true],
  ]);
  expect(preview.kinds.every(({ ids }) => ids.length > 0)).toBe(true);
  expect(methods()).toEqual(['GET']);
});

it('nothing is removed where only what can be undone is allowed', async () => {
  const { target, methods } = await watched();
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const options = { seed: 1, allowWrites: true, operations: WRITES, consistencyWindowMs: 200 };

  const report = await check(target, { ...options, journal: join(folder, 'journal.jsonl') });

  expect(methods()).toEqual(['GET', 'PATCH', 'POST']);
  expect(report.restoration?.left).toEqual([]);
});
