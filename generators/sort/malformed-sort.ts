import fc from 'fast-check';
import type { SortKey } from '../../contract/query-language.js';
import { printSort } from './print-sort.js';
import { sortOver } from './sort-arbitrary.js';

/** A sort that is broken in one place, and its fault. */
export interface MalformedSort {
  readonly text: string;
  readonly fault:
    | 'missing-field'
    | 'unknown-direction'
    | 'doubled-direction'
    | 'doubled-colon'
    | 'swapped'
    | 'wrong-separator'
    | 'field-and-direction-missing';
}

/**
 * Breaks one key of a sort at a time, so that each result is malformed under any reading of the grammar. Sorts that a
 * lenient parser may accept are in `lenientSortsOf`.
 */
export function malformedSortsOf(keys: readonly SortKey[]): readonly MalformedSort[] {
  const broken = keys.flatMap(({ field, direction }, at) => {
    const other = direction === 'asc' ? 'desc' : 'asc';
    const breaks: readonly MalformedSort[] = [
      { fault: 'missing-field', text: `:${direction}` },
      { fault: 'unknown-direction', text: `${field}:sideways` },
      { fault: 'doubled-direction', text: `${field}:${direction}:${other}` },
      { fault: 'doubled-colon', text: `${field}::${direction}` },
      { fault: 'swapped', text: `${direction}:${field}` },
      { fault: 'wrong-separator', text: `${field}:${direction};${field}:${other}` },
      { fault: 'field-and-direction-missing', text: ':' },
    ];
    return breaks.map(({ fault, text }) => ({
      fault,
      text: keys
        .map((key) => printSort([key]))
        .with(at, text)
        .join(','),
    }));
  });
  return [...new Map(broken.map((one) => [one.text, one])).values()];
}

/**
 * Sorts that the grammar does not allow but many servers accept: no direction, an upper-case direction, a space instead of
 * the colon or after a comma, an extra comma, a repeated field, an empty sort.
 */
export function lenientSortsOf({ field, direction }: SortKey): readonly string[] {
  const key = printSort([{ field, direction }]);
  return [
    field,
    `${field}:`,
    `${field}:${direction.toUpperCase()}`,
    `${field} ${direction}`,
    ` ${key}`,
    `${key},`,
    `,${key}`,
    `${key},${key}`,
    '',
    ' ',
  ];
}

/** Malformed sorts over the names of fields; shrinks towards one broken key. */
export function malformedSortOver(fields: readonly string[]): fc.Arbitrary<MalformedSort> {
  return fc.tuple(sortOver(fields), fc.noBias(fc.nat({ max: 10_000 }))).map(([keys, choice]) => {
    const all = malformedSortsOf(keys);
    return all[choice % all.length] as MalformedSort;
  });
}
