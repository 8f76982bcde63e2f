import type { RecordKind } from '../../contract/types.js';
import type { Fields } from './record-fields.js';

/** Fields with free texts, and texts that no target rejects for what they contain. */
const FREE_TEXTS: readonly string[] = ['description', 'notes'];
const PLAIN = /^[A-Za-z][A-Za-z0-9 ,.]{0,200}[A-Za-z0-9.]$/;

/**
 * A change of a record that can be undone even if the target rejects what the record holds: of a plain text if it has one, else
 * of one flag, which a target may reject together with another one.
 */
export function smallChange({ members, bulk }: RecordKind, before: Fields): Fields {
  const isPlain = (name: string) => typeof before[name] === 'string' && PLAIN.test(before[name]);
  const text = FREE_TEXTS.find((name) => Object.values(members).includes(name) && isPlain(name));
  if (text !== undefined) return { [text]: `${before[text]} x` };
  const flag = Object.values(bulk.flags).find((name) => typeof before[name] === 'boolean');
  return flag === undefined ? {} : { [flag]: before[flag] !== true };
}
