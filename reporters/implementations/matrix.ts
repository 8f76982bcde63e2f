import type { Check, Identity, RunReport } from '../../schemas/generated/touchstone.js';
import { type CheckCounts, countChecks, percentage, summaryOf } from '../../schemas/run-summary.js';
import { meaning } from '../comparison/observations.js';
import { groupBy } from '../group-by.js';
import { headline } from '../headline.js';
import { lawOf } from '../law.js';
import { powerPercentage } from '../power-text.js';
import { contradictionsOf } from './contradictions.js';
import type { Difference } from './difference.js';
import { observedGaps } from './observed-gaps.js';

/** The report of one implementation, with the name of its column. */
export interface Column {
  readonly name: string;
  /** Who it is, to be published; absent if that was not given. */
  readonly identity?: Identity;
  readonly report: RunReport;
}

/** One implementation, or one version of it. */
export interface Implementation {
  readonly name: string;
  readonly identity?: Identity;
  readonly target: string;
  readonly version: string;
  readonly seed: number;
  readonly budget: string;
  readonly startedAt: string;
  readonly result: string;
  readonly must: string;
  readonly tested: string;
  readonly power: string | null;
  readonly requests: number;
}

/** What became of the checks of an operation or a law in one implementation, in a few words: `12 failed of 80`. */
export interface Row {
  readonly id: string;
  readonly cells: readonly Cell[];
}

export interface Cell {
  readonly state: 'pass' | 'fail' | 'warning' | 'inconclusive' | 'none';
  readonly text: string;
}

/** Operations and laws against implementations. The order of the columns is that of the reports. */
export interface Matrix {
  readonly implementations: readonly Implementation[];
  readonly operations: readonly Row[];
  readonly laws: readonly Row[];
  readonly differences: readonly Difference[];
  /** Median response times in milliseconds; `null` without a response. */
  readonly times: readonly { readonly operation: string; readonly medians: readonly (number | null)[] }[];
  /** Why the columns cannot be compared without care. */
  readonly warnings: readonly string[];
}

/** Compares the reports of several implementations. */
export function matrixOf(columns: readonly Column[]): Matrix {
  const reports = columns.map(({ report }) => report);
  const ids = unique(reports.flatMap(({ operations }) => operations.map(({ id }) => id)));
  return {
    implementations: columns.map(implementationOf),
    operations: rowsOf(reports, ({ operation }) => operation),
    laws: rowsOf(reports, ({ rule }) => lawOf(rule)),
    differences: [...differencesOf(reports), ...contradictionsOf(reports)],
    times: ids.flatMap((operation) => {
      const medians = reports.map(
        ({ operations }) => operations.find(({ id }) => id === operation)?.times?.medianMs ?? null,
      );
      return medians.every((one) => one === null) ? [] : [{ operation, medians }];
    }),
    warnings: warningsOf(columns),
  };
}

function implementationOf({ name, identity, report }: Column): Implementation {
  const { checks, operations, requests } = summaryOf(report);
  return {
    name,
    ...(identity !== undefined && { identity }),
    target: report.target.embedded ? 'the embedded reference' : report.target.baseUrl,
    version: report.touchstone,
    seed: report.seed,
    budget: report.selection.budget,
    startedAt: report.startedAt,
    result: headline(report).words,
    must: percentage(checks.must),
    tested: `${operations.tested} of ${operations.all}`,
    power: report.power === undefined ? null : powerPercentage(report.power),
    requests,
  };
}

function rowsOf(reports: readonly RunReport[], idOf: (check: Check) => string): Row[] {
  const groups = reports.map(({ checks }) => groupBy(checks, idOf));
  const ids = unique(groups.flatMap((group) => [...group.keys()]));
  return ids.map((id) => ({ id, cells: groups.map((group) => cellOf(countChecks(group.get(id) ?? []))) }));
}

/** The worst of the checks decides the state; what was not checked is never a pass. */
function cellOf({ passed, failed, warnings, accepted, inconclusive, errors }: CheckCounts): Cell {
  const decided = passed + failed + warnings + accepted;
  if (failed + accepted > 0) return { state: 'fail', text: `${failed + accepted} failed of ${decided}` };
  if (warnings > 0)
    return { state: 'warning', text: `${warnings} ${warnings === 1 ? 'warning' : 'warnings'} of ${decided}` };
  const open = inconclusive + errors;
  if (passed > 0) {
    if (open > 0) return { state: 'inconclusive', text: `${passed} passed, ${open} inconclusive` };
    return { state: 'pass', text: `${passed} passed` };
  }
  return open > 0 ? { state: 'inconclusive', text: `${open} inconclusive` } : { state: 'none', text: 'not checked' };
}

/** The gaps in which two implementations that were both observed do something else. */
function differencesOf(reports: readonly RunReport[]): Difference[] {
  // The text of the others depends on the records that were read.
  const gaps = observedGaps(reports, ({ fields, readings }) => fields === undefined && readings === undefined);
  return gaps.flatMap(({ clause, operation, observed }) => {
    const values = observed.map((group) => unique(group.map(({ value }) => value)));
    const meanings = values.filter(({ length }) => length > 0).map((own) => own.map(meaning).toSorted().join('\n'));
    return new Set(meanings).size > 1 ? [{ clause, operation, values }] : [];
  });
}

function warningsOf(columns: readonly Column[]): string[] {
  const facts: readonly [string, (report: RunReport) => unknown][] = [
    ['seeds', ({ seed }) => seed],
    ['versions of touchstone', ({ touchstone }) => touchstone],
    ['budgets', ({ selection }) => selection.budget],
    ['limits of requests', ({ selection }) => selection.maxRequests ?? null],
    [
      'selections',
      ({ selection: { operations, areas, rules, level, exclude = [] } }) => [operations, areas, rules, level, exclude],
    ],
    ['permissions to write', ({ selection }) => selection.writes !== undefined],
  ];
  const differing = facts.filter(([, of]) => new Set(columns.map(({ report }) => JSON.stringify(of(report)))).size > 1);
  const unfinished = columns.filter(({ report }) => report.interrupted || report.incomplete !== undefined);
  return [
    ...differing.map(([what]) => `the runs have different ${what}, so that a difference may come from that`),
    ...columns.flatMap(({ name, report }) =>
      report.shard === undefined ? [] : [`the run of ${name} is shard ${report.shard.name} of a run: merge it first`],
    ),
    ...unfinished.map(({ name }) => `the run of ${name} is incomplete`),
  ];
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
