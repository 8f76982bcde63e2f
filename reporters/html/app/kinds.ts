import type { Check } from '../../../schemas/generated/touchstone.js';
import { isAccepted, isWarning } from '../../outcomes.js';

/**
 * The outcomes of a check as the page shows them: with a mark, a word and a colour. `count` is the member of the run
 * summary that counts them. The worst comes first.
 */
export const KINDS = [
  { id: 'fail', mark: '✗', word: 'failed', count: 'failed' },
  { id: 'error', mark: '‼', word: 'internal error', count: 'errors' },
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
  return kind(check.outcome);
}

function kind(id: Kind['id']): Kind {
  return BY_ID.get(id) ?? KINDS[1];
}

/** The position of a kind, 0 being the worst. */
export const rank = (kind: Kind): number => KINDS.indexOf(kind);

/** Whether a kind needs attention. */
export const isBad = ({ id }: Kind): boolean => id === 'fail' || id === 'error' || id === 'warning';
