import type { Clause } from '../types.js';

const ERRORS = 'Errors';
const SILENT = 'Errors (not shown in words)';

/** What a refusal must be. */
export const errors = {
  'errors.body-400': {
    level: 'must',
    section: ERRORS,
    title: 'A 400 has the body {error: {code: 400, message: a text}}',
  },
  'errors.body-other': {
    level: 'should',
    section: SILENT,
    title: 'Any other refusal has the same error body, with its own status as the code',
  },
  'errors.message': { level: 'should', section: SILENT, title: 'The message of a refusal is not empty' },
  'errors.media-type': { level: 'should', section: SILENT, title: 'An error body has a JSON media type' },
  'errors.unknown-id': {
    level: 'must',
    section: ERRORS,
    title: 'An identifier that does not exist is answered with 400 or 404, never with a record',
  },
  'errors.unknown-id-404': {
    level: 'should',
    section: SILENT,
    title: 'A well-formed identifier that does not exist is answered with 404',
  },
  'errors.malformed-id': {
    level: 'should',
    section: SILENT,
    title: 'An identifier that is no UUID is answered with 400 or 404',
  },
  'errors.dates-required': {
    level: 'must',
    section: 'Endpoints / Applications area',
    title: 'fromDate and toDate are required: without one of them the answer is 400',
  },
  'errors.dates-required-users': {
    level: 'should',
    section: 'Endpoints / Users area',
    title: 'fromDate and toDate of Get user KPIs are required: without one of them the request is refused',
  },
  'errors.dates-invalid': {
    level: 'should',
    section: SILENT,
    title: 'A date that is none, that does not exist, or a range that ends before it begins is refused',
  },
  'errors.shapes': {
    level: 'gap',
    section: ERRORS,
    title: 'The statuses, media types and bodies of refusals',
  },
  'errors.500': {
    level: 'gap',
    section: ERRORS,
    title: 'When a 500 is answered, and with which body',
    untested: 'the conditions are not shown; a 500 on bad input is reported by the rule that sends it',
  },
} as const satisfies Record<string, Clause>;
