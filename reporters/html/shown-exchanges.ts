import type { Exchange, RunReport } from '../../schemas/generated/touchstone.js';

/** As long as all exchanges together have at most so many characters, the page has them in full. */
const ENOUGH = 300_000;
/** What is left of a body that is cut, in characters. */
const BEGINNING = 1024;

/** The exchanges on a page, and whether the bodies of some are cut. */
export interface ShownExchanges {
  readonly exchanges: readonly Exchange[];
  readonly cut: boolean;
}

/**
 * The exchanges of a report as a page shows them. In a report with many failures, the smallest exchange of each rule is
 * whole, and of the others with a finding only the beginning of the body is shown: they show the same mistake.
 */
export function shownExchanges({ checks, exchanges }: RunReport): ShownExchanges {
  const size = exchanges.reduce((sum, { request, response }) => sum + sizeOf(request.body) + sizeOf(response?.body), 0);
  if (size <= ENOUGH) return { exchanges, cut: false };
  const repeated = repeatedIn(checks, new Map(exchanges.map((exchange) => [exchange.id, bodySize(exchange)])));
  const shown = exchanges.map((exchange) => (repeated.has(exchange.id) ? beginningOf(exchange) : exchange));
  return { exchanges: shown, cut: shown.some((exchange, index) => exchange !== exchanges[index]) };
}

/** The exchanges of findings, without the smallest of each rule. `sizes` are those of the response bodies, by exchange. */
function repeatedIn(checks: RunReport['checks'], sizes: ReadonlyMap<string, number>): ReadonlySet<string> {
  const examples = new Map<string, string>();
  const others = new Set<string>();
  const sizeOfBody = (exchange: string | undefined) => sizes.get(exchange ?? '') ?? Number.POSITIVE_INFINITY;
  for (const { rule, findings } of checks) {
    for (const { exchange } of findings) {
      if (exchange === null) continue;
      if (sizeOfBody(exchange) < sizeOfBody(examples.get(rule))) examples.set(rule, exchange);
      others.add(exchange);
    }
  }
  for (const example of examples.values()) others.delete(example);
  return others;
}

function beginningOf(exchange: Exchange): Exchange {
  const { response } = exchange;
  if (response === null || sizeOf(response.body) <= BEGINNING) return exchange;
  // Half of a character that two code units represent would be no text.
  const body = response.body?.slice(0, BEGINNING).replace(/[\ud800-\udbff]$/, '') ?? null;
  return { ...exchange, response: { ...response, body, truncated: true } };
}

function bodySize({ response }: Exchange): number {
  return sizeOf(response?.body);
}

function sizeOf(body: string | null | undefined): number {
  return body?.length ?? 0;
}
