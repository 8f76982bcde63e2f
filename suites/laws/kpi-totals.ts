import type { AskRule } from '../../engine/run/rule.js';
import { isRecord } from '../../engine/session/page.js';

/** A total of a KPI, and the list that it may count. */
export interface Totals {
  readonly total: string;
  readonly list: string;
}

/** Observes whether a total of the KPIs agrees with the list; the document does not require it. */
export function kpiTotals({ total, list }: Totals): AskRule {
  return {
    id: 'relations.kpi-totals',
    clause: 'relations.kpi-totals',
    needs: ['records'],
    appliesTo: () => true,
    async ask(context) {
      const body = await context.body();
      const stated = isRecord(body) ? body[total] : undefined;
      const { totalItems } = await context.page({}, { operation: context.world.operation(list) });
      const answer = await context.world.plain(context.operation);
      context.observe(answer, `${total} is ${String(stated)}, and total_items of ${list} is ${totalItems ?? 'absent'}`);
    },
  };
}
