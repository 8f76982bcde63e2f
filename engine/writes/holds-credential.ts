import { Redaction } from '../client/redaction.js';
import type { Target } from '../target/target.js';
import type { Fields } from './record-fields.js';

/** Whether fields contain a credential of the run: a journal must not contain it, so they cannot be restored. */
export function holdsCredential({ withheld, headerNames }: Target, fields: Fields): boolean {
  return new Redaction(withheld, headerNames).finds(JSON.stringify(fields));
}
