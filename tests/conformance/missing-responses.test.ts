import { expect, it } from 'vitest';
import { closing, on, sent } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import { checkReference } from './check-reference.js';

/** Never ends a response. */
const hanging: Hook = sent((reply) => ({ ...reply, write: () => undefined }));

async function outcomeOf(operation: string, hook: Hook, rules: readonly string[] = []) {
  const report = await checkReference({
    reference: { hooks: [hook] },
    options: { operations: [operation, 'getApplicationsKpis'], rules: ['answers.response', ...rules], timeoutMs: 400 },
  });
  return report.checks.find(({ id }) => id === `${operation}/answers.response`)?.outcome;
}

it('finds an operation that never responds, while the others do', async () => {
  expect(await outcomeOf('getUserKpis', on('getUserKpis', hanging))).toBe('fail');
});

it('finds a query that closes the connection', async () => {
  const closed = closing((_reply, { query }) => query.page_size === '0');
  expect(await outcomeOf('getContracts', on('getContracts', closed), ['paging.invalid'])).toBe('fail');
});

it('leaves a documented read that closes the connection to answers.success-status', async () => {
  const closed = closing(() => true);
  expect(await outcomeOf('getUserKpis', on('getUserKpis', closed))).toBe('inconclusive');
});

it('accuses no target that responds to nothing', async () => {
  expect(await outcomeOf('getUserKpis', hanging)).toBe('inconclusive');
});

it('accuses no target that closes the connection at a long URL', async () => {
  const closed = closing((_reply, { query }) => String(query.filter ?? '').length > 2000);
  expect(await outcomeOf('getContracts', on('getContracts', closed), ['filter.hard-values'])).not.toBe('fail');
});

it('finds no credential in a response that is too short to be distinguished from other text', async () => {
  const report = await checkReference({
    reference: { token: 'token' },
    options: { operations: ['getUsers'], rules: ['answers.no-credential'] },
  });
  expect(report.checks.find(({ id }) => id === 'getUsers/answers.no-credential')?.outcome).toBe('inconclusive');
});
