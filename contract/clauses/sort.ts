import type { Clause } from '../types.js';

const QUERY = 'Endpoints / Common query parameters';
const SILENT = `${QUERY} (not shown in words)`;

/** What a sort means. */
export const sort = {
  'sort.offered': { level: 'should', section: SILENT, title: 'At least one documented field can be sorted by' },
  'sort.ordered': { level: 'must', section: QUERY, title: 'field:asc orders the whole list, not each page' },
  'sort.every-field': {
    level: 'must',
    section: 'Endpoints / Common query parameters',
    title: 'field:asc with any documented field of one value is sorted or refused with 400, and no server error',
  },
  'sort.permutation': { level: 'must', section: QUERY, title: 'A sorted list holds the records of the unsorted one' },
  'sort.natural': {
    level: 'should',
    section: SILENT,
    title: 'Numbers and dates are sorted in their own order, not as text',
  },
  'sort.descending': { level: 'should', section: SILENT, title: 'field:desc reverses field:asc, ties aside' },
  'sort.several-keys': {
    level: 'should',
    section: SILENT,
    title: 'With several keys, the later ones order what the earlier ones leave equal',
  },
  'sort.malformed': { level: 'should', section: SILENT, title: 'A malformed sort is refused with 400' },
  'sort.unknown-field': {
    level: 'should',
    section: SILENT,
    title:
      'A sort that cannot be done, by a field that does not exist or is not sortable, is refused with 400, not ignored',
  },
  'sort.fields': { level: 'gap', section: QUERY, title: 'Which fields can be sorted by' },
  'sort.grammar': {
    level: 'should',
    section: SILENT,
    title: 'Sorts by up to three keys, in either direction, of whole and of filtered lists, order the whole list',
  },
  'sort.collation': {
    level: 'gap',
    section: QUERY,
    title: 'The collation that text is sorted under, and where nulls go',
  },
} as const satisfies Record<string, Clause>;
