import type { Acceptance, Check } from './generated/touchstone.js';
import { kindOfPlace } from './json-pointer.js';

/** The kinds of place at which a check failed, each once, and why it is accepted there. */
export function placesOf({ findings, otherPlaces = [] }: Check): { at: string; accepted?: Acceptance }[] {
  const all = [...findings, ...otherPlaces].map(({ at, accepted }) => ({
    at: kindOfPlace(at),
    ...(accepted && { accepted }),
  }));
  return [...new Map(all.map((one) => [one.at, one])).values()];
}
