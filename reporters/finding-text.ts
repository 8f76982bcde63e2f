import type { Check, Exchange, Finding } from '../schemas/generated/touchstone.js';
import { placeName } from '../schemas/json-pointer.js';
import { curlCommand } from './curl.js';
import { acceptedWhy } from './outcomes.js';
import { terminalText } from './terminal-text.js';
import { traceIdOf } from './trace-link.js';

/** The maximum length of a value from the target, in characters. */
const VALUE_LIMIT = 300;

/** One labelled line of a finding; the text is safe to print. */
export interface Fact {
  readonly label: 'Requirement' | 'Docs' | 'Accepted' | 'Expected' | 'Actual' | 'Where' | 'Trace' | 'Reproduce';
  readonly text: string;
}

/** `GET https://host/path → 200`, or why there is no response. */
function requestLine({ request, response, error }: Exchange): string {
  const result = response === null ? `no response: ${error ?? 'unknown reason'}` : String(response.status);
  return `${request.method} ${terminalText(request.url, VALUE_LIMIT)} → ${terminalText(result, VALUE_LIMIT)}`;
}

/** The message of a finding with a full stop, where more sentences follow it. */
export function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** What a check requires: the clause, its level, its section of the document, and its title. */
export function requirement(check: Check): Fact {
  return {
    label: 'Requirement',
    text: terminalText(`${check.clause} (${check.level}, ${check.section}): ${check.title}`),
  };
}

/** The command that explains the rule of a check. */
export function docs({ rule }: Check): Fact {
  return { label: 'Docs', text: terminalText(`touchstone explain ${rule}`) };
}

/** The lines of one finding: why it is accepted (if it is), expected, actual, where, and the command that reproduces it. */
export function factsOf(finding: Finding, exchange: Exchange | undefined): Fact[] {
  const at = terminalText(placeName(finding.at), VALUE_LIMIT);
  const traceId = traceIdOf(exchange);
  return [
    ...(finding.accepted
      ? [{ label: 'Accepted' as const, text: terminalText(acceptedWhy(finding), VALUE_LIMIT) }]
      : []),
    { label: 'Expected', text: terminalText(finding.expected, VALUE_LIMIT) },
    { label: 'Actual', text: terminalText(finding.actual, VALUE_LIMIT) },
    { label: 'Where', text: exchange === undefined ? at : `${at} in ${requestLine(exchange)}` },
    ...(traceId === null ? [] : [{ label: 'Trace' as const, text: traceId }]),
    ...(exchange === undefined ? [] : [{ label: 'Reproduce' as const, text: curlCommand(exchange) }]),
  ];
}
