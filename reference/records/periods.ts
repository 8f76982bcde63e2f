import type { Papers } from '../../generators/tenant/tenant.js';
import type { Context } from '../behaviour.js';
import type { Row } from '../model.js';

/** The validity periods of an agreement or a contract, each with its links (section "Period"). */
export function periodsOf(papers: Papers, id: string, context: Context): readonly Row[] {
  const position = papers.records.positionOf(id) ?? -1;
  return (papers.periods[position] ?? []).map((period) => ({
    ...period,
    _links: context.steps.recordLinks({ ...period, parentId: id }, context),
  }));
}
