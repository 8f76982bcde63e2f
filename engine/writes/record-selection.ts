import type { RecordKind } from '../../contract/types.js';
import { plural } from '../../numbers/plural.js';
import type { Candidate } from './candidate.js';

/** What a check needs of the records of a kind. */
export interface Claim {
  readonly count: number | 'all';
  /** The target need not have proven that it accepts the record's own values. */
  readonly unproven: boolean;
  /** Records without earlier writes are preferred. */
  readonly fresh: boolean;
  /**
   * The preferred records: those that have texts in common with others (`alike`), or those that together have the most
   * kinds of values (`diverse`). If there are too few, fewer are enough.
   */
  readonly prefers?: 'alike' | 'diverse' | undefined;
  /** Records in which every field can be restored are preferred, because the check also sends updates. */
  readonly updates?: boolean;
  /** Only flags are changed, by bulk updates, which can also restore them. */
  readonly flagsOnly: boolean;
  /** Records that lack values will do: these are left as they are. */
  readonly lacking?: boolean;
  /** The ids of the records that the check had before: it gets these again if it can. */
  readonly again?: readonly string[];
}

export type FewClaim = Claim & { readonly count: number };

/** The number of records reserved for checks that prefer records without earlier writes. */
const KEPT_FRESH = 6;

/** The records that fit a claim, the best ones first. */
export function fitting(candidates: Iterable<Candidate>, claim: FewClaim): Candidate[] {
  const { count, unproven, flagsOnly, fresh, prefers, updates } = claim;
  const all = [...candidates];
  // While the target has kept the values of no record, one that it has damaged serves to find out more.
  const damages = unproven && !flagsOnly && !all.some(({ standing }) => standing === 'proven');
  const rank = (one: Candidate) =>
    (one.restores === 'all' ? 0 : 2) +
    ((prefers !== undefined && !fresh) || one.used !== fresh ? 0 : 1) +
    (one.doubtful ? 0.5 : 0) +
    (one.standing === 'left' ? (damages ? -4 : 4) : 0);
  const serving = all.filter((one) => serves(one, claim)).sort((a, b) => rank(a) - rank(b));
  const sure = serving.filter(({ doubtful }) => !doubtful);
  // Once the target has not accepted the values of a record, no doubtful ones are risked.
  const spared = all.some(({ standing }) => standing === 'left' || standing === 'refused');
  const usable = spared && sure.length >= count ? sure : serving;
  const whole = updates === true ? usable.filter(({ restores }) => restores === 'all') : [];
  const fit = whole.length > 0 && whole.length >= count ? whole : usable;
  if (prefers !== undefined) {
    const best = fit.filter((one) => rank(one) === 0);
    return best.length > count ? best : fit;
  }
  if (fresh) return fit;
  const unused = fit.filter(({ used }) => !used);
  const reserved = Math.min(KEPT_FRESH, Math.floor(fit.length / 4));
  const kept = new Set(unused.slice(Math.max(unused.length - reserved, 0)));
  const rest = fit.filter((candidate) => !kept.has(candidate));
  return rest.length < count ? fit : rest;
}

/** How many of the records that fit a claim it gets: a record like others needs one of them that is not written to. */
export function countOf({ count, prefers }: FewClaim, fit: number): number {
  if (prefers === undefined) return count;
  return Math.max(1, Math.min(count, prefers === 'alike' ? fit - 1 : fit));
}

/** Whether a record fits a claim. */
function serves({ chosen, restores, standing }: Candidate, { unproven, flagsOnly, lacking }: Claim): boolean {
  if (!chosen || standing === 'lost') return false;
  // A rule that sends nothing but the record's own values can use one that the target did not restore.
  if (!unproven && (standing === 'left' || standing === 'refused')) return false;
  if (restores === 'values') return flagsOnly || lacking === true;
  return restores === 'all' || (flagsOnly && restores === 'flags');
}

/**
 * How many records a claim wants and finds, how many of the kind are not restored, by earlier runs and by this one, how many
 * lack a value, which the target is not known to remove again, and how many hold a text that it may not store again.
 */
interface Shortage {
  readonly wanted: number;
  readonly found: number;
  readonly earlier: number;
  readonly own: number;
  readonly lacking: number;
  /** The fields that each of these has no value of. */
  readonly inEach: readonly string[];
  /** Records to name for null to be sent for what they lack; none if that is no way out. */
  readonly worth: readonly string[];
  readonly atRisk: number;
}

/** Why a claim cannot be met, and what to do about it. */
export function tooFew({ id, fixture }: RecordKind, shortage: Shortage): string {
  const { wanted, found, earlier, own, lacking, inEach, worth, atRisk } = shortage;
  const whole = lacking > 0 && own === 0 ? ' that lack none' : '';
  const others = `name ${own > 0 ? 'others' : 'some'}${whole} with --fixture ${fixture}=ID,ID`;
  const remedies = [
    ...(earlier > 0 ? [`an earlier run left ${earlier} unrestored: run touchstone undo`] : []),
    ...(own > 0 ? [`the target did not restore ${own} when this run asked it to`] : []),
    ...(earlier > 0 ? [] : [others]),
    ...(earlier + own > 0 || worth.length === 0 ? [] : [riskOf(fixture, worth)]),
  ];
  const all = lacking > 1 && inEach.length > 0 ? `, each of them ${inEach.join(', ')}` : '';
  const reasons = [
    ...(lacking > 0 ? [`${lacking} ${lacking === 1 ? 'lacks' : 'lack'} a value that an update sets${all}`] : []),
    ...(atRisk > 0 ? [`${atRisk} ${atRisk === 1 ? 'holds' : 'hold'} a text that the target may not store again`] : []),
  ];
  const why = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  return `it needs ${plural(wanted, `${id} record`)} that can be restored, and there ${found === 1 ? 'is' : 'are'} ${found || 'none'}${why}; ${remedies.join('; ')}`;
}

/** How to have null sent for what records lack, and what that risks. */
function riskOf(fixture: string, ids: readonly string[]): string {
  return `or name those that lack some, such as --fixture ${fixture}=${ids.join(',')}: null is sent for what they lack, which one of them keeps for good if the target stores it as another value`;
}
