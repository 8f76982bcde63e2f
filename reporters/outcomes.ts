import type { Check, Finding, RunReport } from '../schemas/generated/touchstone.js';

/** A check that the document itself decides, and that failed in a way that is not accepted. */
export function isFailure(check: Check): boolean {
  return check.outcome === 'fail' && check.level === 'must' && !isAccepted(check);
}

/** A check that failed at a level which the document does not demand; only a strict run fails for it. */
export function isWarning(check: Check): boolean {
  return check.outcome === 'fail' && check.level !== 'must' && !isAccepted(check);
}

/** A check that failed, and of which the baseline accepts all that it found. */
export function isAccepted(check: Check): boolean {
  return check.accepted === true;
}

/** Whether a failed check makes the run red: it is not accepted, and the document demands it or the run is strict. */
export function counts(check: Check, { selection }: RunReport): boolean {
  return isFailure(check) || (isWarning(check) && selection.strict);
}

/** Why a finding is accepted, in one line: the reason, until when, and the ticket; empty where it is not. */
export function acceptedWhy({ accepted }: Pick<Finding, 'accepted'>): string {
  if (accepted === undefined) return '';
  const ticket = accepted.ticket === undefined ? '' : `, ${accepted.ticket}`;
  return `${accepted.reason} (until ${accepted.expires}${ticket})`;
}
