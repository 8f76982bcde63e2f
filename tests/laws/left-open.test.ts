import { describe, expect, it } from 'vitest';
import { on, record } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import type { Row } from '../../reference/model.js';
import { outcomeOf } from '../conformance/check-reference.js';

const DAY_MS = 86_400_000;
const EMPTY = { from: 0, to: 0 };
const PERIODS = 'getAgreementPeriods';
const swapped = ({ validFrom, validTo, ...one }: Row): Row => ({ ...one, validFrom: validTo, validTo: validFrom });

/** Changes which period of time the KPIs are of. */
const dates = (
  change: (period: { from: number; to: number }) => { from: number; to: number },
  operation = 'getApplicationsKpis',
): Hook => on(operation, (steps) => ({ readDates: (context) => change(steps.readDates(context)) }));

/** Leaves out a field of records that a predicate selects. */
const leavingOut = (operation: string, name: string, selects: (one: Row) => boolean): Hook =>
  on(
    operation,
    record((one) => {
      const { [name]: _omitted, ...rest } = one;
      return selects(one) ? rest : one;
    }),
  );

describe('what the document leaves open is reported only where no data explain it', () => {
  it.each([
    ['all periods end before they begin', record(swapped), 'fail'],
    ['one of them does', record((one, index) => (index === 0 ? swapped(one) : one)), 'pass'],
    ['all have a placeholder date', record((one) => ({ ...one, validTo: '0001-01-01' })), 'inconclusive'],
    ['all end on the day on which they begin', record((one) => ({ ...one, validTo: one.validFrom })), 'pass'],
  ] as const)('periods: %s', async (_what, hook, outcome) => {
    expect(await outcomeOf(`${PERIODS}/relations.periods-backwards`, [on(PERIODS, hook)])).toBe(outcome);
  });

  it.each([
    ['toDate has no effect', dates(({ from }) => ({ from, to: Date.now() })), 'fail'],
    ['fromDate has none', dates(({ to }) => ({ from: 0, to })), 'pass'],
    ['neither has one', dates(() => ({ from: 0, to: Date.now() })), 'inconclusive'],
    ['all data are of long ago', dates((p) => (p.from < DAY_MS ? { from: 0, to: Date.now() } : EMPTY)), 'inconclusive'],
    ['a long period has no data', dates((p) => (p.to - p.from > 1e11 ? EMPTY : p)), 'inconclusive'],
  ] as const)('KPIs: %s', async (_what, hook, outcome) => {
    expect(await outcomeOf('getApplicationsKpis/relations.kpi-end', [hook])).toBe(outcome);
  });

  it('KPIs: toDate has no effect, and no chart has a point: what figures count is unspecified', async () => {
    const isChart = (name: string) => name.endsWith('ChartData');
    const empty = record((one) =>
      Object.fromEntries(Object.entries(one).map(([name, value]) => [name, isChart(name) ? [] : value])),
    );
    const now = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const hooks = [dates(({ from }) => ({ from, to: now }), 'getUserKpis'), on('getUserKpis', empty)];

    expect(await outcomeOf('getUserKpis/relations.kpi-end', hooks.slice(0, 1))).toBe('fail');
    expect(await outcomeOf('getUserKpis/relations.kpi-end', hooks)).toBe('inconclusive');
  });

  it.each([
    ['the list lacks a flag where it is false', leavingOut('getUsers', 'isEnabled', (one) => !one.isEnabled), 'fail'],
    ['a detail lacks it there', leavingOut('getUser', 'isEnabled', (one) => !one.isEnabled), 'fail'],
    ['the list never has it', leavingOut('getUsers', 'isEnabled', () => true), 'pass'],
    ['no detail has it', leavingOut('getUser', 'isEnabled', () => true), 'pass'],
  ] as const)('fields: %s', async (_what, hook, outcome) => {
    expect(await outcomeOf('getUser/relations.detail-agrees', [hook])).toBe(outcome);
  });

  it.each([
    ['all keys begin with 1', (one: Row) => ({ ...one, discoveryTypes: { 1: 4, 2: 5 } }), 'fail'],
    ['some do', (one: Row, index: number) => ({ ...one, discoveryTypes: index > 1 ? { 1: 4 } : { 0: 4 } }), 'pass'],
  ] as const)('index keys: %s', async (_what, change, outcome) => {
    const hook = on('getApplicationUsersConsumptions', record(change));
    expect(await outcomeOf('getApplicationUsersConsumptions/records.index-keys', [hook])).toBe(outcome);
  });
});
