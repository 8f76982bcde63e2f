import type { Clause } from '../types.js';

const ERRORS = 'Errors';
const SILENT = 'Errors (not stated explicitly)';

/** What an error response must be. */
export const errors = {
  'errors.body-400': {
    level: 'must',
    section: ERRORS,
    title: 'A 400 response has the body {error: {code: 400, message: a string}}',
  },
  'errors.body-other': {
    level: 'should',
    section: SILENT,
    title: 'Any other 4xx response has the same error body, with its own status as the code',
  },
  'errors.message': { level: 'should', section: SILENT, title: 'The message of a refusal is not empty' },
  'errors.media-type': { level: 'should', section: SILENT, title: 'An error body has a JSON media type' },
  'errors.unknown-id': {
    level: 'must',
    section: ERRORS,
    title: 'A request for an id that does not exist returns 400 or 404, never a record',
  },
  'errors.unknown-id-404': {
    level: 'should',
    section: SILENT,
    title: 'A request for a well-formed id that does not exist returns 404',
  },
  'errors.malformed-id': {
    level: 'should',
    section: SILENT,
    title: 'A request for an id that is not a UUID returns 400 or 404',
  },
  'errors.dates-required': {
    level: 'must',
    section: 'Endpoints / Applications area',
    title: 'fromDate and toDate are required: a request without either of them returns 400',
  },
  'errors.dates-required-users': {
    level: 'should',
    section: 'Endpoints / Users area',
    title: 'fromDate and toDate of Get user KPIs are required: a request without either of them is rejected',
  },
  'errors.dates-invalid': {
    level: 'should',
    section: SILENT,
    title:
      'A malformed date, a date that does not exist, or, where a 400 is documented, a range that ends before it begins is rejected',
  },
  'errors.valid-periods': {
    level: 'should',
    section: SILENT,
    title:
      'A valid period, such as one with a leap day or the turn of a year, is answered, and none with a server error',
  },
  'errors.repeated-expression': {
    level: 'should',
    section: SILENT,
    title: 'A filter or a sort that is given twice is answered or rejected, not with a server error',
  },
  'errors.sibling-id': {
    level: 'should',
    section: SILENT,
    title: 'A request for the id of another kind of record, such as that of a contract for an agreement, is rejected',
  },
  'errors.shapes': {
    level: 'gap',
    section: ERRORS,
    title: 'The statuses, media types and bodies of error responses',
  },
  'errors.500': {
    level: 'gap',
    section: ERRORS,
    title: 'When a 500 is returned, and with which body',
    untested: 'the conditions are unspecified; a 500 on bad input is reported by the rule that sends it',
  },
} as const satisfies Record<string, Clause>;
