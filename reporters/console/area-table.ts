import type { Check, RunReport } from '../../schemas/generated/touchstone.js';
import { thousands } from '../numbers.js';
import { count, isFailure, isReservation } from '../outcomes.js';
import { textTable } from '../text-table.js';
import type { Paper } from './paper.js';

const COLUMNS: readonly (readonly [string, (check: Check) => boolean])[] = [
  ['pass', (check) => check.outcome === 'pass'],
  ['fail', isFailure],
  ['should', isReservation],
  ['undecided', (check) => check.outcome === 'inconclusive'],
  ['n/a', (check) => check.outcome === 'not-applicable'],
  ['excluded', (check) => check.outcome === 'excluded'],
  ['error', (check) => check.outcome === 'error'],
];

function row(name: string, checks: readonly Check[]): string[] {
  const cells = COLUMNS.map(([, is]) => count(checks, is)).map((number) => (number === 0 ? '-' : thousands(number)));
  return [name, ...cells];
}

/** The areas by outcome, and all of them; `should` counts the failed checks that are no `must`. */
export function areaTable({ checks }: RunReport, { colors }: Paper): string[] {
  const areas = [...new Set(checks.map((check) => check.area))];
  const rows = areas.map((area) =>
    row(
      area,
      checks.filter((check) => check.area === area),
    ),
  );
  const [heading = '', ...lines] = textTable(
    ['area', ...COLUMNS.map(([title]) => title)],
    [...rows, row('all', checks)],
    { align: ['left', ...COLUMNS.map(() => 'right' as const)] },
  );
  return [colors.dim(heading), ...lines];
}
