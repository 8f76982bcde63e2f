import { sentText } from '../../hooks.js';
import type { Choice } from '../variant.js';
import { isContainer } from './each-field.js';

/** Writes JSON in another way, but where it holds an integer that a double does not hold exactly. */
const rewritten =
  (change: (text: string) => string) =>
  (text: string): string =>
    /[:[,]\d{16,}[,}\]]/.test(text) ? text : change(text);

/** How the JSON of records is written. */
export const notation: readonly Choice[] = [
  {
    id: 'integers-are-written-with-a-fraction-of-zero',
    title: 'integers are written as 3.0 and 3e0',
    liberty: 'RFC 8259 section 6: a number has several spellings',
    hooks: [
      sentText((text) =>
        text
          .replace(/"(licenseCount|total_items|total_pages|active|total)":(-?\d+)([,}])/g, '"$1":$2.0$3')
          .replace(/"(inactive|available|page_size)":(-?\d+)([,}])/g, '"$1":$2e0$3'),
      ),
    ],
  },
  {
    id: 'members-are-in-another-order',
    title: 'the members of objects are in another order',
    liberty: 'RFC 8259 section 4: an object is unordered',
    hooks: [sentText(rewritten((text) => JSON.stringify(JSON.parse(text, (_name, value) => reversed(value)))))],
  },
  {
    id: 'json-is-indented',
    title: 'JSON is indented, with white space around it',
    liberty: 'RFC 8259 section 2: white space is insignificant',
    hooks: [sentText(rewritten((text) => `\r\n ${JSON.stringify(JSON.parse(text), null, '\t')}\n\n`))],
  },
  {
    id: 'json-is-ascii',
    title: 'letters outside ASCII and the solidus are written as escapes',
    liberty: 'RFC 8259 section 7: any character may be escaped',
    hooks: [
      sentText((text) =>
        text
          .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .replaceAll('/', '\\/'),
      ),
    ],
  },
];

/** An object with its members in reverse order, except index keys, which JavaScript always puts in ascending order. */
function reversed(value: unknown): unknown {
  return isContainer(value) && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).reverse()) : value;
}
