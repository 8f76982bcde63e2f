import type { Check, Exchange, Finding } from '../schemas/generated/touchstone.js';
import { curlCommand } from './curl.js';
import { acceptedWhy } from './outcomes.js';
import { terminalText } from './terminal-text.js';

/** How many characters of one value of the target are shown. */
const VALUE_LIMIT = 300;

/** One labelled line of a finding; the text is safe to print. */
export interface Fact {
  readonly label: 'Requirement' | 'Explained' | 'Accepted' | 'Expected' | 'Actual' | 'Where' | 'See it';
  readonly text: string;
}

/** `https://host/path → 200`, or why no answer came. */
function answered({ request, response, error }: Exchange): string {
  const came = response === null ? `no answer: ${error ?? 'unknown reason'}` : String(response.status);
  return `${request.method} ${terminalText(request.url, VALUE_LIMIT)} → ${terminalText(came, VALUE_LIMIT)}`;
}

/** What a check asks: the clause, its level, its section of the document, and its title. */
export function requirement(check: Check): Fact {
  return {
    label: 'Requirement',
    text: terminalText(`${check.clause} (${check.level}, ${check.section}): ${check.title}`),
  };
}

/** Where the rule of a check is explained. */
export function explained({ rule }: Check): Fact {
  return { label: 'Explained', text: terminalText(`touchstone explain ${rule}`) };
}

/** The lines of one finding: why it is accepted, if it is, expected, actual, where, and the command that shows it again. */
export function factsOf(finding: Finding, exchange: Exchange | undefined): Fact[] {
  const at = terminalText(finding.at, VALUE_LIMIT);
  return [
    ...(finding.accepted
      ? [{ label: 'Accepted' as const, text: terminalText(acceptedWhy(finding), VALUE_LIMIT) }]
      : []),
    { label: 'Expected', text: terminalText(finding.expected, VALUE_LIMIT) },
    { label: 'Actual', text: terminalText(finding.actual, VALUE_LIMIT) },
    { label: 'Where', text: exchange === undefined ? at : `${at} in ${answered(exchange)}` },
    ...(exchange === undefined ? [] : [{ label: 'See it' as const, text: curlCommand(exchange) }]),
  ];
}
