import type { Check, Exchange } from '../schemas/generated/touchstone.js';
import { docs, factsOf, requirement } from './finding-text.js';
import { thousands } from './numbers.js';
import { terminalText } from './terminal-text.js';

const FINDINGS = 20;

/** The requirement of a check and its first `shown` findings as plain text; `exchanges` maps ids to exchanges. */
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
  const head = [requirement(check), docs(check)].map(({ label, text }) => `${label}: ${text}`);
  return [...head, ...lines, ...(more > 0 ? ['', `and ${thousands(more)} more`] : [])].join('\n');
}
