import type { Literal } from '../../contract/query-language.js';
import { easyQuote, quoted } from '../filter-text.js';
import type { FilterStyle } from './filter-style.js';

/** Texts that without quotes would be read as another type or as a keyword. */
const KEYWORD = /^(?:true|false|null|and|or|not)$/i;
/**
 * A text that the grammar allows without quotes. It also allows backslashes, angle brackets and invisible characters;
 * they are excluded here, because a strict implementation may refuse them.
 */
const BARE = /^[^\p{N}\-\s\p{C}\p{Z}()[\]{}<>'",+\\][^\s\p{C}\p{Z}()[\]{}<>'",+\\]*$/u;
const BARE_DATE = /^[\d:.tz-]+$/i;

/**
 * Prints a value. Quotes force a string, so numbers and booleans never have them; a date may, as in the example of the
 * conventions. Throws `RangeError` for NaN and infinite numbers.
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

/** A text in the quotes of the style, or in the other quotes if that avoids an escape. */
function inQuotes(text: string, { quote }: FilterStyle): string {
  return quoted(text, easyQuote(text, quote === 'none' ? "'" : quote));
}

function dateIn(style: FilterStyle['date'], text: string): string {
  if (style === 'as-is') return text;
  const letters = { 'lower-t': /t/i, 'lower-z': /z$/i, lower: /[tz]/gi }[style];
  return text.replace(letters, (letter) => letter.toLowerCase());
}

/** A number in digits, because the grammar has no exponent. */
function decimal(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written in a filter`);
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)\.?(\d*)(?:e([+-]\d+))?$/.exec(`${value}`) ?? [];
  if (exponent === undefined) return `${value}`;
  const shift = Number(exponent);
  // JavaScript prints an exponent from 1e21 upwards and below 1e-6, with one digit before the point.
  if (shift > 0) return `${sign}${whole}${fraction.padEnd(shift, '0')}`;
  return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
}
