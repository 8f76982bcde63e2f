import type { Check, Exchange } from '../schemas/generated/touchstone.js';
import { explained, factsOf, requirement } from './finding-text.js';
import { terminalText } from './terminal-text.js';

const FINDINGS = 20;

/**
 * What a check asks and the first `shown` things that it found, as plain text for a place that holds one check; exchanges
 * are by id.
 */
export function checkText(check: Check, exchanges: ReadonlyMap<string, Exchange>, shown = FINDINGS): string {
  const lines = check.findings.slice(0, shown).flatMap((finding) => {
    const exchange = finding.exchange === null ? undefined : exchanges.get(finding.exchange);
    return [
      '',
      terminalText(finding.message),
      ...factsOf(finding, exchange).map(({ label, text }) => `${label}: ${text}`),
    ];
  });
  const more = Math.max(0, check.findings.length - shown) + (check.moreFindings ?? 0);
  const head = [requirement(check), explained(check)].map(({ label, text }) => `${label}: ${text}`);
  return [...head, ...lines, ...(more > 0 ? ['', `and ${more} more`] : [])].join('\n');
}
