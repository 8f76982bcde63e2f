import { timestamp } from '../../generators/tenant/random.js';
import { numberColumn } from './number-column.js';
import type { ValueColumn } from './value-column.js';

/** The column of texts that are timestamps, all with a zone or all without; `null` if there are other texts. */
export function timeColumn(texts: readonly (string | null)[]): ValueColumn | null {
  const hasZone = texts.find((text) => text !== null)?.endsWith('Z') ?? true;
  const textOf = hasZone ? timestamp : localTimestamp;
  const times = new Float64Array(texts.length).fill(Number.NaN);
  for (let position = 0; position < texts.length; position += 1) {
    const text = texts[position] as string | null;
    if (text === null) continue;
    const time = Date.parse(hasZone ? text : `${text}Z`);
    // The text of the time is another one for any other form, and for a date that does not exist.
    if (Number.isNaN(time) || textOf(time) !== text) return null;
    times[position] = time;
  }
  return numberColumn(times, textOf);
}

/** A timestamp without a zone. */
export function localTimestamp(time: number): string {
  return timestamp(time).slice(0, -1);
}
