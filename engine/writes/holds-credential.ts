import { KeptRedaction } from '../client/kept-redaction.js';
import type { Target } from '../target/target.js';
import type { Fields } from './record-fields.js';

/** One for each target: its forms of the secrets take longer to make than a search for them. */
const kept = new WeakMap<Target, KeptRedaction>();

/** Whether fields contain a credential of the run: a journal must not contain it, so they cannot be restored. */
export function holdsCredential(target: Target, fields: Fields): boolean {
  const redaction = kept.get(target) ?? new KeptRedaction(target.headerNames);
  kept.set(target, redaction);
  return redaction.of(target.withheld).finds(JSON.stringify(fields));
}
