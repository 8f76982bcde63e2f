import type { RunEntry } from '../../../engine/writes/journal-entry.js';

export const RUN: RunEntry = {
  type: 'run',
  format: 'touchstone.journal/2',
  run: 'r1',
  startedAt: '2024-05-06T07:08:09.123Z',
  baseUrl: 'https://target.example',
  bindings: {},
  wireForm: 'object',
  allowScopeAll: false,
  bulkScope: 'Only',
  consistencyWindowMs: 5000,
  taskTimeoutMs: 60_000,
};
export const BEFORE = { type: 'before', kind: 'user', id: 'u-1', fields: { isOnline: false } } as const;
export const WRITE = {
  type: 'write',
  n: 1,
  operation: 'updateUser',
  kind: 'user',
  ids: ['u-1'],
  sent: { isOnline: true },
} as const;
export const SETTLED = { type: 'settled', kind: 'user', id: 'u-1', how: 'restored' } as const;

/** The text of a journal with these entries. */
export function linesOf(...entries: readonly unknown[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}
