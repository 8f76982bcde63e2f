import type { RunReport } from '../schemas/generated/touchstone.js';
import { counts } from './outcomes.js';

/** What a run comes to, in the fewest words, and how it is to look. */
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
 * What a run comes to: its verdict, or, where a baseline was given, what the gate makes of it. A target that differs in
 * accepted ways only is never said to conform.
 */
export function headline(report: RunReport): Headline {
  const { verdict, verdictReason, gate, interrupted } = report;
  const own = gate === undefined ? verdict.replaceAll('-', ' ') : gateWords(report);
  const besides = [
    ...(report.incomplete !== undefined && own !== 'incomplete' && !interrupted ? ['incomplete'] : []),
    ...(interrupted ? ['interrupted'] : []),
  ];
  const words = own + besides.map((word) => ` (${word})`).join('');
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

/** What is in a baseline that has to go, one line each: what is expired, and what is no longer found. */
export function staleEntries({ baseline }: RunReport): string[] {
  return (baseline?.entries ?? []).flatMap(({ check, finding, expires, expired, fixed }) => {
    if (expired) return [`${check} at ${finding}: expired after ${expires}`];
    const more = fixed.length > 1 ? ` and ${fixed.length - 1} more` : '';
    return fixed.length === 0 ? [] : [`${check} at ${finding}: no longer found in ${fixed[0]}${more}`];
  });
}
