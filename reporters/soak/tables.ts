import type { SoakReport } from '../../schemas/generated/touchstone.js';
import { duration, thousands } from '../numbers.js';
import type { Alignment } from '../text-table.js';

/** A table of a soak, for any format. */
export interface SoakTable {
  readonly title: string;
  readonly heading: readonly string[];
  readonly align: readonly Alignment[];
  readonly rows: readonly (readonly string[])[];
}

const LATENCY = ['p50', 'p95', 'p99', 'max'];

/** The tables of a soak: windows of time, operations, and the checks that failed or varied. */
export function soakTables({ windows, operations, checks }: SoakReport): SoakTable[] {
  const tables: SoakTable[] = [
    {
      title: 'Checks that failed, or whose outcome varied',
      heading: ['check', 'level', 'passed', 'failed', 'inconclusive', 'seen at'],
      align: ['left', 'left', 'right', 'right', 'right', 'left'],
      rows: checks.map(({ id, level, passed, failed, inconclusive, windows: seen }) => [
        id,
        level,
        ...[passed, failed, inconclusive].map(thousands),
        seen.map((index) => duration(windows[index]?.fromMs ?? 0)).join(', ') || '-',
      ]),
    },
    {
      title: 'Windows',
      heading: ['from', 'requests', 'per second', 'passed', 'failed', 'warnings', 'inconclusive', ...LATENCY, 'errors'],
      align: [
        'right',
        'right',
        'right',
        'right',
        'right',
        'right',
        'right',
        'right',
        'right',
        'right',
        'right',
        'left',
      ],
      rows: windows.map(({ fromMs, requests, rps, checks: own, latency, errors }) => [
        duration(fromMs),
        thousands(requests),
        String(rps),
        ...[own.passed, own.failed, own.warnings, own.inconclusive].map(thousands),
        ...latencyCells(latency),
        errorsText(errors),
      ]),
    },
    {
      title: 'Operations',
      heading: ['operation', 'responses', ...LATENCY, 'errors'],
      align: ['left', 'right', 'right', 'right', 'right', 'right', 'left'],
      rows: operations.map(({ id, latency, errors }) => [
        id,
        thousands(latency?.count ?? 0),
        ...latencyCells(latency),
        errorsText(errors),
      ]),
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** Errors with their counts: `timeout 3, HTTP 503 1`; a dash without any. */
export function errorsText(errors: SoakReport['errors']): string {
  return errors.map(({ kind, count }) => `${kind} ${thousands(count)}`).join(', ') || '-';
}

function latencyCells(latency: SoakReport['operations'][number]['latency'] | undefined): string[] {
  if (latency === undefined) return LATENCY.map(() => '-');
  return [latency.p50Ms, latency.p95Ms, latency.p99Ms, latency.maxMs].map((ms) =>
    ms < 10 ? `${ms.toFixed(1)} ms` : duration(ms),
  );
}
