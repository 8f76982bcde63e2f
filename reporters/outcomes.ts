import type { Check, Finding, RunReport } from '../schemas/generated/touchstone.js';

/** Whether a check of level must failed and the baseline does not accept it. */
export function isFailure(check: Check): boolean {
  return check.outcome === 'fail' && check.level === 'must' && !isAccepted(check);
}

/** Whether a check below level must failed and the baseline does not accept it; only a strict run fails for it. */
export function isWarning(check: Check): boolean {
  return check.outcome === 'fail' && check.level !== 'must' && !isAccepted(check);
}

/** Whether a check failed and the baseline accepts all of its findings. */
export function isAccepted(check: Check): boolean {
  return check.accepted === true;
}

/** Whether a failed check turns the run red: not accepted, and either of level must or in a strict run. */
export function counts(check: Check, { selection }: RunReport): boolean {
  return isFailure(check) || (isWarning(check) && selection.strict);
}

/** Why a finding is accepted, in one line: reason, expiry date and ticket; empty if it is not accepted. */
export function acceptedWhy({ accepted }: Pick<Finding, 'accepted'>): string {
  if (accepted === undefined) return '';
  const ticket = accepted.ticket === undefined ? '' : `, ${accepted.ticket}`;
  return `${accepted.reason} (until ${accepted.expires}${ticket})`;
}
