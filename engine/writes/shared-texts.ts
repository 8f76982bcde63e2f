import type { Fields } from './record-fields.js';

/** A shorter text takes less memory than what finds another copy of it. */
const LONG = 1000;

/** One copy of each long text, which a run holds several times: as it was read, sent and returned. */
export class SharedTexts {
  readonly #texts = new Map<string, string>();

  /** The number of long texts. */
  get size(): number {
    return this.#texts.size;
  }

  /** The same fields, with the first copy of each long text. */
  of(fields: Fields): Fields {
    const isLong = (value: unknown): value is string => typeof value === 'string' && value.length >= LONG;
    if (!Object.values(fields).some(isLong)) return fields;
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, isLong(value) ? this.#copyOf(value) : value]),
    );
  }

  #copyOf(text: string): string {
    const known = this.#texts.get(text) ?? text;
    this.#texts.set(known, known);
    return known;
  }
}
