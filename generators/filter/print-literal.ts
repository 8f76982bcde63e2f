import type { Literal } from '../../contract/query-language.js';
import { easyQuote, quoted } from '../filter-text.js';
import type { FilterStyle } from './filter-style.js';

/** What would be read as another type, or as a word of the language, without quotes. */
const KEYWORD = /^(?:true|false|null|and|or|not)$/i;
/**
 * A text that the grammar lets stand bare. It does not forbid backslashes, angle brackets and characters that cannot
 * be seen; they are left out all the same, because a careful reader of it may.
 */
const BARE = /^[^\p{N}\-\s\p{C}\p{Z}()[\]{}<>'",+\\][^\s\p{C}\p{Z}()[\]{}<>'",+\\]*$/u;
const BARE_DATE = /^[\d:.tz-]+$/i;

/**
 * Writes a value. Quotes force a string, so that numbers and booleans never have them; a date may, as in the example of
 * the conventions. Throws `RangeError` for a number that is none or is infinite.
 */
export function printLiteral(literal: Literal, style: FilterStyle): string {
  switch (literal.type) {
    case 'string': {
      const bare = style.quote === 'none' && BARE.test(literal.value) && !KEYWORD.test(literal.value);
      return bare ? literal.value : inQuotes(literal.value, style);
    }
    case 'number': {
      const text = decimal(literal.value);
      if (style.number === 'shortest') return text;
      return text.includes('.') ? `${text}0` : `${text}.0`;
    }
    case 'boolean':
      return String(literal.value);
    case 'date': {
      const text = dateIn(style.date, literal.value);
      return style.quote === 'none' && BARE_DATE.test(text) ? text : inQuotes(text, style);
    }
  }
}

/** In quotes: in those of the style, or in the others where the text then needs no escape. */
function inQuotes(text: string, { quote }: FilterStyle): string {
  return quoted(text, easyQuote(text, quote === 'none' ? "'" : quote));
}

function dateIn(style: FilterStyle['date'], text: string): string {
  if (style === 'as-is') return text;
  const letters = { 'lower-t': /t/i, 'lower-z': /z$/i, lower: /[tz]/gi }[style];
  return text.replace(letters, (letter) => letter.toLowerCase());
}

/** A number in digits, however large or small: the grammar knows no exponent. */
function decimal(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written in a filter`);
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)\.?(\d*)(?:e([+-]\d+))?$/.exec(`${value}`) ?? [];
  if (exponent === undefined) return `${value}`;
  const shift = Number(exponent);
  // The language writes an exponent from 1e21 upwards and from 1e-7 downwards, with one digit before the point.
  if (shift > 0) return `${sign}${whole}${fraction.padEnd(shift, '0')}`;
  return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
}
