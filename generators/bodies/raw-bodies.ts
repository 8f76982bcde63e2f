import type { JsonObject } from './json-object.js';

/** A body as text, and its error. */
export interface RawBody {
  readonly what: string;
  readonly text: string;
  /** No reader takes it for JSON, not even a lenient one. */
  readonly isNoJson?: true;
}

const DEEP = 2000;

/** Texts that are neither a merge patch of a record nor a bulk update, derived from a valid body. */
export function rawBodies(valid: JsonObject): RawBody[] {
  const text = JSON.stringify(valid);
  return [
    { what: 'an empty body', text: '' },
    { what: 'JSON that is cut off', text: text.slice(0, -1) },
    { what: 'JSON with a trailing comma', text: `${text.slice(0, -1)},}` },
    { what: 'JSON with single quotes', text: text.replaceAll('"', "'") },
    { what: 'two JSON values', text: `${text}${text}` },
    { what: 'a text that is no JSON', text: 'touchstone', isNoJson: true },
    { what: 'an array', text: `[${text}]` },
    { what: 'an empty array', text: '[]' },
    { what: 'null', text: 'null' },
    { what: 'a JSON text', text: '"touchstone"' },
    { what: 'a number', text: '1' },
    { what: 'arrays that nest deeply', text: '['.repeat(DEEP) + ']'.repeat(DEEP) },
  ];
}
