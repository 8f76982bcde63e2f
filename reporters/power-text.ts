import type { Power } from '../schemas/generated/touchstone.js';
import { percentage } from '../schemas/run-summary.js';
import { counted, thousands } from './numbers.js';

const CAUSES = {
  data: 'more data would show it',
  target: 'hidden by a failure',
  suite: 'no check sees it',
} as const;

/** `1,742 of 1,830 (95.1%)`. */
export function powerShare({ injected, noticed }: Power['byLevel']['must']): string {
  return `${thousands(noticed)} of ${thousands(injected)} (${powerPercentage({ injected, noticed })})`;
}

/** `95.1%`. */
export function powerPercentage({ injected, noticed }: Power['byLevel']['must']): string {
  return percentage({ decided: noticed, applicable: injected });
}

/** The power in sentences: what was noticed, what was not counted, and what was sent for it. */
export function powerSentences(power: Power): string[] {
  const remainder = powerRemainder(power);
  const { requests } = power;
  return [
    powerSentence(power),
    ...(remainder === null ? [] : [remainder]),
    ...(requests === undefined ? [] : [`Sent to decide inconclusive ones: ${counted(requests, 'request')}.`]),
  ];
}

/** `On this data the run would notice 1,742 of 1,830 injected deviations (95.1%).` */
function powerSentence(power: Power): string {
  const { injected, noticed } = power;
  const share = powerPercentage(power);
  return `On this data the run would notice ${thousands(noticed)} of ${counted(injected, 'injected deviation')} (${share}).`;
}

/** What was not counted as injected, and why; `null` if nothing. */
function powerRemainder({ inconclusive, unchanged }: Power): string | null {
  const parts = [
    ...(inconclusive === 0 ? [] : [`${thousands(inconclusive)} inconclusive, because the run sent other requests`]),
    ...(unchanged === 0 ? [] : [`${thousands(unchanged)} without effect on any response`]),
  ];
  return parts.length === 0 ? null : `Not counted: ${parts.join('; ')}.`;
}

/** A blind spot in words: where, how many deviations, why, and what to do. */
export function blindSpotText({ operation, rule, cause, reason, remedy, faults }: Power['blindSpots'][number]): string {
  return `${operation}/${rule} (${counted(faults.length, 'deviation')}, ${CAUSES[cause]}): ${reason}. ${remedy}`;
}
