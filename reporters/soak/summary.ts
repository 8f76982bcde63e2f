import type { SoakReport } from '../../schemas/generated/touchstone.js';
import { counted, duration, thousands } from '../numbers.js';
import { errorsText } from './tables.js';

/** The verdict of a soak and its reason in one line. */
export function soakHeadline({ verdict, verdictReason }: SoakReport): string {
  return `${verdict.replaceAll('-', ' ').toUpperCase()}: ${verdictReason}`;
}

/** The figures of a soak, each with its name. */
export function soakFigures({ load, rounds, durationMs, errors, seed, touchstone }: SoakReport): [string, string][] {
  const { rps, reached, requests, repeated } = load;
  const cut = rounds.cut === 0 ? '' : `, ${rounds.cut} cut short`;
  return [
    ['load', `${thousands(reached)} of ${counted(rps, 'request')} per second for ${duration(durationMs)}`],
    ['requests', `${thousands(requests)}, ${thousands(repeated)} of them to hold the rate`],
    ['rounds', `${thousands(rounds.complete)} complete${cut}`],
    ['errors', errorsText(errors)],
    ['seed', `${seed} (touchstone ${touchstone})`],
  ];
}
