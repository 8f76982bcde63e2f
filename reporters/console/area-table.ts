import type { Check, RunReport } from '../../schemas/generated/touchstone.js';
import { thousands } from '../numbers.js';
import { count, isAccepted, isFailure, isReservation } from '../outcomes.js';
import { textTable } from '../text-table.js';
import type { Paper } from './paper.js';

type Column = readonly [title: string, is: (check: Check) => boolean];

const COLUMNS: readonly Column[] = [
  ['pass', (check) => check.outcome === 'pass'],
  ['fail', isFailure],
  ['should', isReservation],
  ['undecided', (check) => check.outcome === 'inconclusive'],
  ['n/a', (check) => check.outcome === 'not-applicable'],
  ['excluded', (check) => check.outcome === 'excluded'],
  ['error', (check) => check.outcome === 'error'],
];

const ACCEPTED: Column = ['accepted', isAccepted];

function row(name: string, checks: readonly Check[], columns: readonly Column[]): string[] {
  const cells = columns.map(([, is]) => count(checks, is)).map((number) => (number === 0 ? '-' : thousands(number)));
  return [name, ...cells];
}

/**
 * The areas by outcome, and all of them; `should` counts the failed checks that are no `must`, and a column of its own
 * those that a baseline accepts.
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
