import type { Check } from '../../../schemas/generated/touchstone.js';
import { isAccepted, isWarning } from '../../outcomes.js';

/**
 * What became of a check, as the page shows it: by a mark, a word and a colour, with the count of a run that it has. The
 * worst is first.
 */
export const KINDS = [
  { id: 'fail', mark: '✗', word: 'failed', count: 'failed' },
  { id: 'error', mark: '‼', word: 'error of touchstone', count: 'errors' },
  { id: 'warning', mark: '!', word: 'warning', count: 'warnings' },
  { id: 'accepted', mark: '≈', word: 'accepted', count: 'accepted' },
  { id: 'inconclusive', mark: '?', word: 'inconclusive', count: 'inconclusive' },
  { id: 'pass', mark: '✓', word: 'passed', count: 'passed' },
  { id: 'not-applicable', mark: '–', word: 'not applicable', count: 'notApplicable' },
  { id: 'excluded', mark: '·', word: 'excluded', count: 'excluded' },
] as const;

export type Kind = (typeof KINDS)[number];

const BY_ID = new Map(KINDS.map((kind) => [kind.id, kind]));

export function kindOf(check: Check): Kind {
  if (isAccepted(check)) return kind('accepted');
  if (isWarning(check)) return kind('warning');
  return kind(check.outcome === 'inconclusive' ? 'inconclusive' : check.outcome);
}

function kind(id: Kind['id']): Kind {
  return BY_ID.get(id) ?? KINDS[1];
}

/** Where a kind stands among all: 0 for the worst. */
export const rank = (kind: Kind): number => KINDS.indexOf(kind);

/** Whether a kind is something to look into. */
export const isBad = ({ id }: Kind): boolean => id === 'fail' || id === 'error' || id === 'warning';
