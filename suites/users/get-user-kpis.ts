import { operation } from '../../contract/operations/index.js';
import type { Suite } from '../../engine/plan.js';
import { laws } from '../laws/index.js';
import { kpiTotals } from '../laws/kpi-totals.js';

const described = operation('getUserKpis');

export const getUserKpis: Suite = {
  operation: described,
  rules: [...laws(described), kpiTotals({ total: 'total', list: 'getUsers' })],
};
