import type { RecordKind } from '../../contract/types.js';
import type { Fields } from './record-fields.js';

const FREE_TEXTS: readonly string[] = ['notes', 'description'];
/** Texts that no target rejects for what they contain. */
const PLAIN = /^[A-Za-z][A-Za-z0-9 ,.]{0,200}[A-Za-z0-9.]$/;

/** The fields of a kind of record that updates set to any text. */
export function freeTexts({ members }: RecordKind): string[] {
  return FREE_TEXTS.filter((name) => Object.values(members).includes(name));
}

/**
 * A change of a record that can be undone even if the target rejects what the record holds: of a plain text if it has one, else
 * of one flag, which a target may reject together with another one.
 */
export function smallChange(kind: RecordKind, before: Fields): Fields {
  const isPlain = (name: string) => typeof before[name] === 'string' && PLAIN.test(before[name]);
  const text = freeTexts(kind).findLast(isPlain);
  if (text !== undefined) return { [text]: `${before[text]} x` };
  const flag = Object.values(kind.bulk.flags).find((name) => typeof before[name] === 'boolean');
  return flag === undefined ? {} : { [flag]: before[flag] !== true };
}
