import type { Check } from '../../../schemas/generated/touchstone.js';
import { isAccepted, isReservation } from '../../outcomes.js';

/** What became of a check, as the page tells it: by a mark and a word, and by a colour besides. The worst is first. */
export const KINDS = [
  { id: 'fail', mark: '✗', word: 'failed' },
  { id: 'error', mark: '‼', word: 'error of touchstone' },
  { id: 'reservation', mark: '!', word: 'reservation' },
  { id: 'accepted', mark: '≈', word: 'accepted' },
  { id: 'undecided', mark: '?', word: 'undecided' },
  { id: 'pass', mark: '✓', word: 'passed' },
  { id: 'not-applicable', mark: '–', word: 'not applicable' },
  { id: 'excluded', mark: '·', word: 'excluded' },
] as const;

export type Kind = (typeof KINDS)[number];

const BY_ID = new Map(KINDS.map((kind) => [kind.id, kind]));

export function kindOf(check: Check): Kind {
  if (isAccepted(check)) return kind('accepted');
  if (isReservation(check)) return kind('reservation');
  return kind(check.outcome === 'inconclusive' ? 'undecided' : check.outcome);
}

function kind(id: Kind['id']): Kind {
  return BY_ID.get(id) ?? KINDS[1];
}

/** Where a kind stands among all: 0 for the worst. */
export const rank = (kind: Kind): number => KINDS.indexOf(kind);

/** Whether a kind is something to look into. */
export const isBad = ({ id }: Kind): boolean => id === 'fail' || id === 'error' || id === 'reservation';
