import type { RunReport } from '../schemas/generated/touchstone.js';
import { placeName } from '../schemas/json-pointer.js';
import { thousands } from './numbers.js';
import { counts } from './outcomes.js';

/** The result of a run in as few words as possible, and whether to present it as good or bad. */
export interface Headline {
  readonly words: string;
  readonly mood: 'good' | 'bad' | 'unknown';
  /** Why, in one sentence. */
  readonly reason: string;
}

const OF_STATE = { green: 'good', red: 'bad', incomplete: 'unknown', inconclusive: 'unknown' } as const;
const OF_VERDICT = {
  conforms: 'good',
  'does-not-conform': 'bad',
  incomplete: 'unknown',
  inconclusive: 'unknown',
} as const;

/**
 * The result of a run: its verdict or, with a baseline, the state of the gate. A target with accepted differences is
 * never reported as conforming.
 */
export function headline(report: RunReport): Headline {
  const { verdict, verdictReason, gate, interrupted } = report;
  const own = gate === undefined ? verdict.replaceAll('-', ' ') : gateWords(report);
  const qualifiers = [
    ...(report.incomplete !== undefined && own !== 'incomplete' && !interrupted ? ['incomplete'] : []),
    ...(interrupted ? ['interrupted'] : []),
  ];
  const words = own + qualifiers.map((word) => ` (${word})`).join('');
  const mood = gate === undefined ? OF_VERDICT[verdict] : OF_STATE[gate.state];
  const reason = gate?.reason ?? verdictReason;
  return { words, mood: interrupted && mood === 'good' ? 'unknown' : mood, reason };
}

function gateWords(report: RunReport): string {
  const { gate, checks, verdict } = report;
  if (gate?.state === 'inconclusive' || gate?.state === 'incomplete') return gate.state;
  if (gate?.state === 'green') return verdict === 'conforms' ? 'conforms' : 'accepted differences only';
  return checks.some((check) => counts(check, report)) ? 'does not conform' : 'baseline out of date';
}

/** The baseline entries to remove or renew, one line each: expired ones, and ones whose finding no longer occurs. */
export function staleEntries({ baseline }: RunReport): string[] {
  return (baseline?.entries ?? []).flatMap(({ check, finding, expires, expired, fixed }) => {
    if (expired) return [`${check} at ${placeName(finding)}: expired after ${expires}`];
    const more = fixed.length > 1 ? ` and ${thousands(fixed.length - 1)} more` : '';
    return fixed.length === 0 ? [] : [`${check} at ${placeName(finding)}: no longer found in ${fixed[0]}${more}`];
  });
}
