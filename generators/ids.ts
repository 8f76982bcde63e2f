import fc from 'fast-check';
import { sampleOf } from './sample-of.js';

/** An identifier that is not a UUID. */
export const MALFORMED_ID = 'not-a-uuid';

/** An identifier with letters outside ASCII, and with characters that a query for it must escape. */
export const QUOTED_FOREIGN_ID = `ключo'"%_`;

/**
 * An identifier with a letter outside ASCII that is far longer than any column or key for it; a path with it is still
 * shorter than servers allow.
 */
export const LONG_ID = `ключ${'a'.repeat(1000)}`;

/** Well-formed identifiers that no target is likely to have: random UUIDs. */
export const unknownIds: fc.Arbitrary<string> = fc.uuid({ version: 4 });

/** A well-formed identifier that no target is likely to have: a random UUID from a seed. */
export function unknownId(seed: number): string {
  return sampleOf(unknownIds, seed, 1)[0] ?? '';
}

/** An identifier that is wrong in one way; percent-encode it as a whole, like any other. */
export interface StrangeId {
  readonly id: string;
  readonly what:
    | 'unknown'
    | 'upper-case'
    | 'foreign'
    | 'malformed'
    | 'encoded-slash'
    | 'dot-segment'
    | 'very-long'
    | 'blank'
    | 'null-byte';
}

const VERY_LONG = 8192;

/**
 * Identifiers derived from an existing one and from some of records of another kind. The one in upper case may or may
 * not name the record: UUIDs are case-insensitive, but a target may treat identifiers as texts. All others name nothing,
 * and the response must not contain a record.
 */
export function strangeIds(held: string, foreign: readonly string[] = []): fc.Arbitrary<StrangeId> {
  const as = (what: StrangeId['what'], ids: fc.Arbitrary<string>) => ids.map((id): StrangeId => ({ id, what }));
  const upper = held.toUpperCase();
  return fc.oneof(
    as('unknown', unknownIds),
    as('malformed', malformedIds(held)),
    as('encoded-slash', fc.constantFrom(`${held}/x`, `/${held}`, `x/${held}`, `${held}\\x`, '/')),
    // HTTP clients remove bare `.` and `..` segments from the path, which would request another resource.
    as('dot-segment', fc.constantFrom(`../x/${held}`, `../../${held}`, `./../${held}`, '..\\..', '...')),
    as(
      'very-long',
      fc.integer({ min: 256, max: VERY_LONG }).map((length) => 'a'.repeat(length)),
    ),
    as('blank', fc.constantFrom(' ', '%20', '\t', '\u00a0', 'null', 'undefined')),
    as('null-byte', fc.constantFrom('\u0000', `${held}\u0000`, `${held}\u0000x`, '%00')),
    ...(upper === held ? [] : [as('upper-case', fc.constant(upper))]),
    ...(foreign.length === 0 ? [] : [as('foreign', fc.constantFrom(...foreign))]),
  );
}

/** Identifiers that are almost a held one, and others of no form; a UUID in braces or without its dashes is none of them. */
export function malformedIds(held: string): fc.Arbitrary<string> {
  return fc.constantFrom(
    MALFORMED_ID,
    '0',
    '-1',
    held.slice(0, -1),
    `${held}0`,
    `${held.slice(0, -1)}g`,
    `${held},${held}`,
    `${held}'`,
    "' or '1'='1",
    '*',
    '%',
    '{id}',
    '[object Object]',
  );
}
