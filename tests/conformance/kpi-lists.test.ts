import { expect, it } from 'vitest';
import { both, on, record } from '../../reference/hooks.js';
import { outcomeOf } from './check-reference.js';

const KPIS = 'getApplicationsKpis';

/** The outcome where the list does not show whether every third application is sanctioned, and the KPI is `more` than what they count. */
async function outcomeWith(more: number) {
  const hidden = on(
    'getApplications',
    record((one, index) => (index % 3 === 0 ? { ...one, sanctioned: null } : one)),
  );
  const counted = on(
    KPIS,
    record((one) => ({ ...one, unsanctioned: Number(one.unsanctioned) + more })),
  );
  return outcomeOf(`${KPIS}/relations.kpi-lists`, [both(hidden, counted)]);
}

it('accuses no target that counts applications of which it does not show whether they are sanctioned', async () => {
  expect(await outcomeWith(0)).toBe('pass');
});

it('warns of more unsanctioned applications than there can be', async () => {
  expect(await outcomeWith(1000)).toBe('fail');
});
