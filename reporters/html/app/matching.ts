import type { Check } from '../../../schemas/generated/touchstone.js';
import { lawOf } from '../../law.js';
import type { Filters } from './address.js';
import { kindOf, rank } from './kinds.js';

const haystacks = new WeakMap<Check, string>();

/** The searchable text of a check, in lower case. */
function haystackOf(check: Check): string {
  const known = haystacks.get(check);
  if (known !== undefined) return known;
  const { id, title, clause, section, reason, findings } = check;
  const found = findings.flatMap(({ at, expected, actual, message }) => [at, expected, actual, message]);
  const text = [id, title, clause, section, reason ?? '', ...found].join('\n').toLowerCase();
  haystacks.set(check, text);
  return text;
}

/** Whether a check matches the filters; every word of the search text must occur. */
export function matches(check: Check, { area, operation, law, outcome, level, text }: Filters): boolean {
  return (
    (area === '' || check.area === area) &&
    (operation === '' || check.operation === operation) &&
    (law === '' || lawOf(check.rule) === law) &&
    (outcome === '' || kindOf(check).id === outcome) &&
    (level === '' || check.level === level) &&
    (text === '' || wordsOf(text).every((word) => haystackOf(check).includes(word)))
  );
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/);
}

/** Sorts checks by severity, the worst first; otherwise they keep the order of the run. */
export function worstFirst(checks: readonly Check[]): Check[] {
  return [...checks].sort((a, b) => rank(kindOf(a)) - rank(kindOf(b)));
}
