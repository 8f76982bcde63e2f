import type { Clause } from '../types.js';

const ENDPOINTS = 'Endpoints';

/** What every answer must be, whatever it carries. */
export const answers = {
  'answers.success-status': {
    level: 'must',
    section: ENDPOINTS,
    title: 'A request that the document describes is answered with the documented success status',
  },
  'answers.media-type': { level: 'must', section: ENDPOINTS, title: 'A body has a JSON media type' },
  'answers.json': {
    level: 'must',
    section: ENDPOINTS,
    title: 'A body is one JSON value in UTF-8 without a byte order mark (RFC 8259)',
  },
  'answers.whole': {
    level: 'should',
    section: 'RFC 9110 section 8.6 (the document: not shown)',
    title: 'An answer is a whole HTTP message, as long as its content-length says',
  },
  'answers.repeatable': {
    level: 'should',
    section: 'What the service does (not shown in words)',
    title: 'The same read, asked again, answers the same records in the same order',
  },
  'answers.no-stack-trace': {
    level: 'should',
    section: 'Errors (not shown in words)',
    title: 'An error answer does not carry a stack trace',
  },
  'answers.no-credential': {
    level: 'should',
    section: 'Authentication (not shown in words)',
    title: 'An answer does not carry the credential of the caller',
  },
  'answers.version-selection': {
    level: 'gap',
    section: 'Versioning',
    title: 'How a caller selects a version',
    untested: 'not shown: nothing of a version can be asked for',
  },
  'answers.limits': {
    level: 'gap',
    section: 'Limits',
    title: 'Limits of rate and of request size',
    untested: 'not shown; reaching them would burden a target that others use. A 429 is waited for',
  },
  'answers.events': {
    level: 'gap',
    section: 'Events',
    title: 'Events, webhooks or notifications',
    untested: 'not shown: there is nothing to ask',
  },
} as const satisfies Record<string, Clause>;
