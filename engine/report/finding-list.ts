import type { Acceptance, Check, Finding } from '../../schemas/generated/touchstone.js';
import { kindOfPlace } from '../../schemas/json-pointer.js';
import type { Redaction } from '../client/redaction.js';
import type { Evidence } from '../session/ask-context.js';
import { cut } from '../session/cut.js';
import { kindOfDifference, kindOfExpectation } from '../session/kind-of-difference.js';
import type { EvidenceLog } from './evidence-log.js';

/** The maximum number of findings of one check. */
const MAX_FINDINGS = 20;
const MAX_VALUE = 400;

/** The acceptance of a difference at a place; `undefined` if it is not accepted. */
export type Accepts = (at: string) => Acceptance | undefined;

/**
 * The findings of a check, and the kinds and places of the findings that are not listed, without duplicates and without
 * exchanges.
 */
export interface FindingList {
  readonly findings: Finding[];
  readonly otherPlaces: NonNullable<Check['otherPlaces']>;
  /** Whether there are findings and all of them are accepted, including those not listed. */
  readonly accepted: boolean;
}

/**
 * Turns evidence into findings: the same deviation at the same place of many items is one finding. Findings that are
 * not accepted come first, so that accepted ones cannot displace them.
 */
export function findingsOf(
  evidence: readonly Evidence[],
  log: EvidenceLog,
  redaction: Redaction,
  accepts: Accepts,
): FindingList {
  const groups = new Map<string, Evidence[]>();
  for (const one of evidence) {
    const key = kindOfDifference(one.difference);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [one]);
    else known.push(one);
  }
  const all = [...groups.values()].map((group) => ({ group, accepted: accepts(placeOf(group, redaction)) }));
  const ordered = [
    ...all.filter(({ accepted }) => accepted === undefined),
    ...all.filter(({ accepted }) => accepted !== undefined),
  ];
  const listed = ordered.slice(0, MAX_FINDINGS);
  return {
    findings: listed.map(({ group, accepted }) => ({
      ...findingOf(group, log, redaction),
      ...(accepted && { accepted }),
    })),
    otherPlaces: ordered.slice(MAX_FINDINGS).map(({ group, accepted }) => ({
      at: kindOfPlace(placeOf(group, redaction)),
      expected: redaction.text(kindOfExpectation(group[0]?.difference.expected ?? '')),
      ...(accepted && { accepted }),
    })),
    accepted: ordered.length > 0 && ordered.every(({ accepted }) => accepted !== undefined),
  };
}

/** The place of the first of a group, as the report shows it. */
function placeOf([first]: readonly Evidence[], redaction: Redaction): string {
  return redaction.text(first?.difference.at ?? '');
}

function findingOf(group: readonly Evidence[], log: EvidenceLog, redaction: Redaction): Finding {
  const [first] = group as [Evidence];
  const { at, expected, actual, message } = first.difference;
  const others = group.reduce((sum, { more = 0 }) => sum + more, group.length - 1);
  const more = others > 0 ? ` (and ${others.toLocaleString('en')} more like it)` : '';
  return {
    at: redaction.text(at),
    expected: redaction.text(expected),
    actual: bounded(redaction.text(shown(actual))),
    message: redaction.text(message) + more,
    exchange: log.add(first.answer),
  };
}

/** A value as text: JSON for a value from a body, the plain text for a description. */
function shown(actual: unknown): string {
  if (actual === undefined) return 'nothing';
  if (typeof actual === 'string') return actual;
  try {
    return JSON.stringify(actual);
  } catch {
    return 'a value that is nested too deeply to show';
  }
}

function bounded(text: string): string {
  return text.length > MAX_VALUE ? `${cut(text, MAX_VALUE)}… (${text.length} characters)` : text;
}
