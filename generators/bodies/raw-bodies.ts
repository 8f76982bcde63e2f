import type { JsonObject } from './json-object.js';

/** A body as text, and what is wrong with it. */
export interface RawBody {
  readonly what: string;
  readonly text: string;
}

const DEEP = 2000;

/** Texts in place of a valid body that no merge patch of a record and no order for a bulk update can be. */
export function rawBodies(valid: JsonObject): RawBody[] {
  const text = JSON.stringify(valid);
  return [
    { what: 'an empty body', text: '' },
    { what: 'JSON that is cut off', text: text.slice(0, -1) },
    { what: 'JSON with a trailing comma', text: `${text.slice(0, -1)},}` },
    { what: 'JSON with single quotes', text: text.replaceAll('"', "'") },
    { what: 'two JSON values', text: `${text}${text}` },
    { what: 'a text that is no JSON', text: 'touchstone' },
    { what: 'an array', text: `[${text}]` },
    { what: 'an empty array', text: '[]' },
    { what: 'null', text: 'null' },
    { what: 'a JSON text', text: '"touchstone"' },
    { what: 'a number', text: '1' },
    { what: 'arrays that nest deeply', text: '['.repeat(DEEP) + ']'.repeat(DEEP) },
  ];
}
