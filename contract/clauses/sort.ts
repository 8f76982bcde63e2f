import type { Clause } from '../types.js';

const QUERY = 'Endpoints / Common query parameters';
const SILENT = `${QUERY} (not stated explicitly)`;

/** What a sort means. */
export const sort = {
  'sort.offered': {
    level: 'should',
    section: SILENT,
    title: 'The list can be sorted by at least one documented field',
  },
  'sort.ordered': { level: 'must', section: QUERY, title: 'field:asc orders the whole list, not each page' },
  'sort.every-field': {
    level: 'must',
    section: 'Endpoints / Common query parameters',
    title: 'field:asc with any documented field of one value is sorted or rejected with 400, never with a server error',
  },
  'sort.permutation': {
    level: 'must',
    section: QUERY,
    title: 'A sorted list contains the same records as the unsorted one',
  },
  'sort.natural': {
    level: 'should',
    section: SILENT,
    title: 'Numbers and dates are sorted by value, not as text',
  },
  'sort.every-order': {
    level: 'should',
    section: SILENT,
    title: 'field:asc with any documented field that is accepted returns records in order of that field',
  },
  'sort.descending': { level: 'should', section: SILENT, title: 'field:desc reverses field:asc, except for ties' },
  'sort.several-keys': {
    level: 'should',
    section: SILENT,
    title: 'With several sort keys, later keys order the records that are equal by the earlier ones',
  },
  'sort.malformed': { level: 'should', section: SILENT, title: 'A malformed sort is rejected with 400' },
  'sort.unknown-field': {
    level: 'should',
    section: SILENT,
    title: 'A sort by a field that does not exist or is not sortable is rejected with 400, not ignored',
  },
  'sort.fields': { level: 'gap', section: QUERY, title: 'Which fields a list can be sorted by' },
  'sort.grammar': {
    level: 'should',
    section: SILENT,
    title: 'A sort by up to three keys in either direction orders the whole list, filtered or not',
  },
  'sort.collation': {
    level: 'gap',
    section: QUERY,
    title: 'The collation that sorts strings, and the position of nulls',
  },
} as const satisfies Record<string, Clause>;
