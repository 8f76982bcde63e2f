import { operation } from '../../contract/operations/index.js';
import type { Suite } from '../../engine/plan.js';
import { laws } from '../laws/index.js';
import { kpiTotals } from '../laws/kpi-totals.js';

const described = operation('getApplicationsKpis');

export const getApplicationsKpis: Suite = {
  operation: described,
  rules: [...laws(described), kpiTotals({ total: 'totalApplications', list: 'getApplications' })],
};
