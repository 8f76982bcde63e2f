import type { Clause } from '../types.js';

const QUERY = 'Endpoints / Common query parameters';
const SILENT = `${QUERY} (not stated explicitly)`;

/** What a filter means. */
export const filter = {
  'filter.offered': {
    level: 'should',
    section: SILENT,
    title: 'At least one documented field can be filtered with -eq',
  },
  'filter.sound': {
    level: 'must',
    section: QUERY,
    title: "field -eq 'value' returns only records whose field equals the value",
  },
  'filter.complete': {
    level: 'must',
    section: QUERY,
    title: "field -eq 'value' returns all records whose field equals the value",
  },
  'filter.within': {
    level: 'must',
    section: 'Endpoints / Common query parameters',
    title:
      'A filter returns only records of the list it is applied to, and in a child list no record of another parent',
  },
  'filter.totals': {
    level: 'must',
    section: QUERY,
    title: 'The totals of a filtered list count the records that match the filter',
  },
  'filter.quotes': { level: 'must', section: QUERY, title: 'Single and double quotes around a value are equivalent' },
  'filter.no-match': {
    level: 'must',
    section: QUERY,
    title: 'A filter that matches nothing returns an empty list, not an error',
  },
  'filter.paging': { level: 'must', section: QUERY, title: 'The pages of a filtered list partition it' },
  'filter.sorted': { level: 'must', section: QUERY, title: 'A filter and a sort can be combined, and both apply' },
  'filter.malformed': { level: 'must', section: 'Errors', title: 'A malformed filter is rejected with 400' },
  'filter.unknown-field': {
    level: 'should',
    section: SILENT,
    title: 'A filter on a field that does not exist is rejected, not ignored',
  },
  'filter.wrong-type': {
    level: 'should',
    section: SILENT,
    title: 'A filter that compares a number, a boolean or a date with a word is not a server error',
  },
  'filter.operator-types': {
    level: 'should',
    section: SILENT,
    title:
      'An operator that does not apply to the type of a field, such as -contains and a number, is not a server error',
  },
  'filter.hard-values': {
    level: 'should',
    section: SILENT,
    title:
      'Quotes, backslashes, percent signs, Unicode, long values and injections match literally or are rejected; a short value of a record that needs no escape is not rejected',
  },
  'filter.every-field': {
    level: 'must',
    section: QUERY,
    title:
      "field -eq 'value' with any documented text is filtered by that field or rejected with 400, never with a server error",
  },
  'filter.field-name': {
    level: 'must',
    section: 'Errors',
    title: 'A filter with a number as its field name is rejected with 400',
  },
  'filter.message': {
    level: 'should',
    section: 'Errors',
    title: 'The message of a 400 for a malformed filter is about the filter field name needing to be a string',
  },
  'filter.other-quote': {
    level: 'should',
    section: QUERY,
    title: 'A value in double quotes may contain an apostrophe, and a value in single quotes a double quote',
  },
  'filter.grammar': {
    level: 'should',
    section: SILENT,
    title: 'Operators and compound filters that the target accepts behave as the conventions define them',
  },
  'filter.complements': {
    level: 'should',
    section: SILENT,
    title:
      'A record with a value satisfies exactly one of two operators that complement each other, such as -lt and -ge with the same value',
  },
  'filter.every-type': {
    level: 'should',
    section: SILENT,
    title:
      'An equality with a number, a boolean or a date returns the records with that value, zero and negative ones included',
  },
  'filter.every-value': {
    level: 'must',
    section: QUERY,
    title: "field -eq 'value' returns exactly the records with the value, for every value of a field",
  },
  'filter.escapes': {
    level: 'gap',
    section: QUERY,
    title: 'How a quote or a backslash in a value is escaped',
  },
  'filter.fields': { level: 'gap', section: QUERY, title: 'Which fields can be filtered' },
  'filter.collation': {
    level: 'gap',
    section: QUERY,
    title: 'Which expressions are accepted, which collation compares strings, and how null compares',
  },
} as const satisfies Record<string, Clause>;
