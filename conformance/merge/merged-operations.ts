import type { RunReport } from '../../schemas/generated/touchstone.js';
import type { Owned } from './owned.js';
import type { ShardReport } from './shards-of.js';

type OperationReport = RunReport['operations'][number];

/** The time that a run took, in milliseconds; its start since the epoch. */
export interface Span {
  readonly startMs: number;
  readonly durationMs: number;
}

/** The span of reports: from the first start to the last end. */
export function spanOf(reports: readonly RunReport[]): Span {
  const spans = reports.map(({ startedAt, durationMs }) => ({ start: Date.parse(startedAt), durationMs }));
  const startMs = Math.min(...spans.map(({ start }) => start));
  const endMs = Math.max(...spans.map(({ start, durationMs }) => start + durationMs));
  return { startMs, durationMs: endMs - startMs };
}

/**
 * The operations of a merged run: state and response times from the shard that checked them, the numbers of requests
 * from all shards, because several of them look for sample ids.
 */
export function mergedOperations(reports: readonly ShardReport[], owned: readonly Owned[]): OperationReport[] {
  const span = spanOf(reports);
  const [first] = reports;
  return (first?.operations ?? []).map((any, index) => {
    const rows = reports.flatMap((report) => {
      const row = report.operations[index];
      return row === undefined ? [] : [{ row, report }];
    });
    const own = owned.filter(({ check }) => check.operation === any.id);
    const selected = own.find(({ check }) => check.outcome !== 'excluded') ?? own[0];
    const home = rows.find(({ report }) => report === selected?.report)?.row;
    return {
      ...(home ?? lost(any, selected)),
      requests: rows.reduce((sum, { row }) => sum + row.requests, 0),
      timeline: sumOf(rows.map(({ row, report }) => moved(row.timeline ?? [], report, span))),
    };
  });
}

/** An operation whose shard is missing. */
function lost({ id, title, area }: OperationReport, owned: Owned | undefined): OperationReport {
  return { id, title, area, state: 'explained', reason: owned?.check.reason ?? null, requests: 0, tested: false };
}

/** The timeline of a report in the slots of the merged run. */
function moved(timeline: readonly number[], report: RunReport, { startMs, durationMs }: Span): number[] {
  const slots = timeline.map(() => 0);
  for (const [index, count] of timeline.entries()) {
    const at = Date.parse(report.startedAt) - startMs + ((index + 0.5) / timeline.length) * report.durationMs;
    const slot = durationMs > 0 ? Math.floor((at / durationMs) * timeline.length) : 0;
    const last = Math.min(slot, timeline.length - 1);
    slots[last] = (slots[last] ?? 0) + count;
  }
  return slots;
}

function sumOf(timelines: readonly (readonly number[])[]): number[] {
  const longest = timelines.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: longest }, (_unused, slot) =>
    timelines.reduce((sum, timeline) => sum + (timeline[slot] ?? 0), 0),
  );
}
