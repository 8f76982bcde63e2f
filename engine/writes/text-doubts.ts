import type { RecordKind } from '../../contract/types.js';
import type { JsonRecord } from '../session/page.js';
import { normalizedText } from './normalized-text.js';

/** A longer text may exceed a limit of the target, for new texts or once a faulty write has added to it. */
const LONG = 1000;

type Doubt = 'blank' | 'long' | 'markup' | 'unnormalized';

/**
 * Why a target that holds a text may yet reject it in an update, or store another one: it stores no empty text, it has a limit
 * for new texts, it rejects or escapes markup, or it stores texts in one Unicode form or without needless spaces.
 */
export function doubtsOf(text: unknown): readonly Doubt[] {
  if (typeof text !== 'string') return [];
  const all: readonly [Doubt, boolean][] = [
    ['blank', text.trim() === ''],
    ['long', text.length > LONG],
    ['markup', /[<>]|&#?\w+;/.test(text)],
    ['unnormalized', text !== normalizedText(text) && text !== ''],
  ];
  return all.filter(([, applies]) => applies).map(([doubt]) => doubt);
}

/** A target that stores the decomposed form, which few do, may change a composed text too: others are preferred. */
export const isDoubtfulText = (text: unknown): boolean =>
  doubtsOf(text).length > 0 || (typeof text === 'string' && text !== text.normalize('NFD'));

/** The number of doubtful texts among the fields of a record that an update sets. */
export function doubtfulTextsIn({ members }: RecordKind, record: JsonRecord): number {
  return Object.values(members).filter((name) => isDoubtfulText(record[name])).length;
}
