import type { Incomplete, RunReport } from '../schemas/generated/touchstone.js';
import { terminalText } from './terminal-text.js';

const SHOWN = 300;

/** One labelled line about an incomplete run; the text is safe to print. */
export interface IncompleteFact {
  readonly label: 'First trouble' | 'Last good' | 'Asked again' | 'Ended early' | 'Next';
  readonly text: string;
}

/** What is known of a target that did not answer all requests: when it began, the last good answer, and the probe at the end. */
export function incompleteFacts({ incomplete, command }: Pick<RunReport, 'incomplete' | 'command'>): IncompleteFact[] {
  if (incomplete === undefined) return [];
  const { firstTrouble, lastGood, probe, endedEarly } = incomplete;
  if (firstTrouble === null) return [];
  return [
    { label: 'First trouble', text: `${moment(firstTrouble)} → ${terminalText(firstTrouble.summary, SHOWN)}` },
    { label: 'Last good', text: lastGood === null ? 'no read succeeded' : moment(lastGood) },
    ...(probe === null ? [] : [{ label: 'Asked again' as const, text: probed(probe) }]),
    ...(endedEarly
      ? [{ label: 'Ended early' as const, text: 'the target was gone, so the rest of the requests were not sent' }]
      : []),
    { label: 'Next', text: `Check the target and the credential, then run again: ${terminalText(command)}` },
  ];
}

function moment({ at, request, method, url }: NonNullable<Incomplete['lastGood']>): string {
  return `request ${request} at ${at}: ${method} ${terminalText(url, SHOWN)}`;
}

function probed({ at, method, url, succeeded, summary }: NonNullable<Incomplete['probe']>): string {
  const state = succeeded ? 'the target answers again' : 'the target still does not answer as before';
  return `at the end, ${at}: ${method} ${terminalText(url, SHOWN)} → ${terminalText(summary, SHOWN)} (${state})`;
}
