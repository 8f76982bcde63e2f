import type { Exchange, RunReport } from '../../../schemas/generated/touchstone.js';
import { unpacked } from '../packed-checks.js';
import { exchangeBlockId, HEAD_ID, type PageData } from '../page-data.js';

function read<Value>(id: string): Value {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}

const { checks, report, ...rest }: PageData = read(HEAD_ID);

/** The data of the page, and the report without its exchanges. */
export const data: Omit<PageData, 'checks' | 'report'> & { readonly report: Omit<RunReport, 'exchanges'> } = {
  ...rest,
  report: { ...report, checks: unpacked(checks) },
};

const indexes = new Map(data.exchangeIds.map((id, index) => [id, index]));

/** Parses an exchange on demand, so that only exchanges that are opened cost time. */
export function exchangeOf(id: string | null): Exchange | null {
  const index = id === null ? undefined : indexes.get(id);
  return index === undefined ? null : read(exchangeBlockId(index));
}

/** All exchanges, to save the complete report. */
export function allExchanges(): Exchange[] {
  return data.exchangeIds.map((_id, index) => read(exchangeBlockId(index)));
}
