import type { Incomplete, RunReport } from '../schemas/generated/touchstone.js';
import { terminalText } from './terminal-text.js';

const SHOWN = 300;

/** One labelled line about an incomplete run; the text is safe to print. */
export interface IncompleteFact {
  readonly label: 'First error' | 'Last success' | 'Final probe' | 'Stopped early' | 'Next';
  readonly text: string;
}

/** Facts about a target that did not respond to all requests: the first error, the last success, and the final probe. */
export function incompleteFacts({ incomplete, command }: Pick<RunReport, 'incomplete' | 'command'>): IncompleteFact[] {
  if (incomplete === undefined) return [];
  const { firstTrouble, lastGood, probe, endedEarly } = incomplete;
  if (firstTrouble === null) return [];
  return [
    { label: 'First error', text: `${moment(firstTrouble)} → ${terminalText(firstTrouble.summary, SHOWN)}` },
    { label: 'Last success', text: lastGood === null ? 'no read succeeded' : moment(lastGood) },
    ...(probe === null ? [] : [{ label: 'Final probe' as const, text: probed(probe) }]),
    ...(endedEarly
      ? [
          {
            label: 'Stopped early' as const,
            text: 'the target was unreachable, so the remaining requests were not sent',
          },
        ]
      : []),
    { label: 'Next', text: `Check the target and the credential, then re-run: ${terminalText(command)}` },
  ];
}

function moment({ at, request, method, url }: NonNullable<Incomplete['lastGood']>): string {
  return `request ${request} at ${at}: ${method} ${terminalText(url, SHOWN)}`;
}

function probed({ at, method, url, succeeded, summary }: NonNullable<Incomplete['probe']>): string {
  const state = succeeded ? 'the target responds again' : 'the target still does not respond normally';
  return `at ${at}: ${method} ${terminalText(url, SHOWN)} → ${terminalText(summary, SHOWN)} (${state})`;
}
