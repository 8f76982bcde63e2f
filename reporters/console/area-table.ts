import type { Check, RunReport } from '../../schemas/generated/touchstone.js';
import { type CheckCounts, countChecks } from '../../schemas/run-summary.js';
import { thousands } from '../numbers.js';
import { textTable } from '../text-table.js';
import type { Paper } from './paper.js';

type Column = readonly [title: string, of: (counts: CheckCounts) => number];

const COLUMNS: readonly Column[] = [
  ['pass', (counts) => counts.passed],
  ['fail', (counts) => counts.failed],
  ['warning', (counts) => counts.warnings],
  ['inconclusive', (counts) => counts.inconclusive],
  ['n/a', (counts) => counts.notApplicable],
  ['excluded', (counts) => counts.excluded],
  ['error', (counts) => counts.errors],
];

const ACCEPTED: Column = ['accepted', (counts) => counts.accepted];

function row(name: string, checks: readonly Check[], columns: readonly Column[]): string[] {
  const counts = countChecks(checks);
  const cells = columns.map(([, of]) => of(counts)).map((number) => (number === 0 ? '-' : thousands(number)));
  return [name, ...cells];
}

/**
 * A table of outcomes per area, with a total. `warning` counts the failed checks below level must; with a baseline, a
 * separate column counts the accepted ones.
 */
export function areaTable({ checks, baseline }: RunReport, { colors }: Paper): string[] {
  const columns = baseline === undefined ? COLUMNS : COLUMNS.toSpliced(3, 0, ACCEPTED);
  const areas = [...new Set(checks.map((check) => check.area))];
  const rows = areas.map((area) =>
    row(
      area,
      checks.filter((check) => check.area === area),
      columns,
    ),
  );
  const [heading = '', ...lines] = textTable(
    ['area', ...columns.map(([title]) => title)],
    [...rows, row('all', checks, columns)],
    { align: ['left', ...columns.map(() => 'right' as const)] },
  );
  return [colors.dim(heading), ...lines];
}
