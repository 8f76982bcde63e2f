import { type Kind, LONGEST_MS } from '../../options/option.js';

/** What the value of an option has to be: in words, and as a test. */
export interface Expected {
  readonly words: string;
  readonly accepts: (value: unknown) => boolean;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const TEXT: Expected = { words: 'a string', accepts: isText };
export const SWITCH: Expected = { words: 'true or false', accepts: (value) => typeof value === 'boolean' };
export const OBJECT: Expected = { words: 'an object', accepts: isRecord };
export const FUNCTION: Expected = { words: 'a function', accepts: (value) => typeof value === 'function' };
export const SIGNAL: Expected = { words: 'an AbortSignal', accepts: (value) => value instanceof AbortSignal };
export const TEXTS: Expected = {
  words: 'an array of strings',
  accepts: (value) => Array.isArray(value) && value.every(isText),
};
export const PAIRS: Expected = {
  words: 'an object whose values are strings',
  accepts: (value) => isRecord(value) && Object.values(value).every((one) => one === undefined || isText(one)),
};
export const MILLISECONDS: Expected = {
  words: `a number of milliseconds, such as 30000, and at most ${LONGEST_MS}`,
  accepts: (value) => isNumber(value) && value >= 0 && value <= LONGEST_MS,
};

/** A time-out, which may not be 0: no response is that quick. */
export const TIMEOUT: Expected = {
  words: `a number of milliseconds, such as 30000, more than 0, and at most ${LONGEST_MS}`,
  accepts: (value) => MILLISECONDS.accepts(value) && value !== 0,
};

/** A number in a range, which may have to be whole. */
export function numberIn(minimum: number, maximum: number, whole: boolean): Expected {
  return {
    words: `a ${whole ? 'whole number' : 'number'} from ${minimum} to ${maximum}`,
    accepts: (value) => isNumber(value) && value >= minimum && value <= maximum && (Number.isInteger(value) || !whole),
  };
}

/** What an option of this kind holds in the library. */
export function expectedOf(kind: Kind): Expected {
  switch (kind.type) {
    case 'switch':
      return SWITCH;
    case 'text':
    case 'file':
      return TEXT;
    case 'choice':
      return { words: `one of ${kind.of.join(', ')}`, accepts: (value) => kind.of.some((one) => one === value) };
    case 'choices':
      return {
        words: `an array of ${kind.of.join(', ')}`,
        accepts: (value) => Array.isArray(value) && value.every((one) => kind.of.includes(one)),
      };
    case 'number':
      return numberIn(kind.minimum, kind.maximum, kind.whole);
    case 'duration':
      return MILLISECONDS;
    // The range is checked where the share is used.
    case 'percentage':
      return { words: 'a number from 0 to 100', accepts: isNumber };
    case 'texts':
      return TEXTS;
    case 'pairs':
      return PAIRS;
  }
}
