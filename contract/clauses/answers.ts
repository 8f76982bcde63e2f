import type { Clause } from '../types.js';

const ENDPOINTS = 'Endpoints';

/** What every response must be, whatever its content. */
export const answers = {
  'answers.success-status': {
    level: 'must',
    section: ENDPOINTS,
    title: 'A documented request returns the documented success status',
  },
  'answers.media-type': { level: 'must', section: ENDPOINTS, title: 'A response body has a JSON media type' },
  'answers.charset': {
    level: 'should',
    section: 'RFC 8259 section 8.1 (not in the interface document)',
    title: 'The content-type of a JSON body declares no charset other than UTF-8',
  },
  'answers.json': {
    level: 'must',
    section: ENDPOINTS,
    title: 'A response body is one JSON value in UTF-8 without a byte order mark (RFC 8259)',
  },
  'answers.unique-names': {
    level: 'should',
    section: 'RFC 8259 section 4 (not in the interface document)',
    title: 'No object of a response body has two members with the same name',
  },
  'answers.whole': {
    level: 'should',
    section: 'RFC 9110 section 8.6 (not in the interface document)',
    title: 'A response is a complete HTTP message whose length matches its content-length',
  },
  'answers.passing-errors': {
    level: 'should',
    section: 'What the service does (not stated explicitly)',
    title: 'A read that succeeds does not return a 500 first',
  },
  'answers.response': {
    level: 'should',
    section: 'Errors (not stated explicitly)',
    title: 'Each request gets a response while the target responds to others',
  },
  'answers.repeatable': {
    level: 'should',
    section: 'What the service does (not stated explicitly)',
    title: 'Repeating a read returns the same records in the same order, or the same KPIs',
  },
  'answers.repeatable-values': {
    level: 'should',
    section: 'What the service does (not stated explicitly)',
    title: 'Repeating a read returns the same values, unless the record changed',
  },
  'answers.accept': {
    level: 'should',
    section: 'RFC 9110 section 12.5.1 (not in the interface document)',
    title: 'A read that accepts several media types, JSON among them, returns JSON',
  },
  'answers.conditional': {
    level: 'should',
    section: 'RFC 9110 section 13.1.2 (not in the interface document)',
    title: 'A read with an entity tag in If-None-Match that no response has returns the data',
  },
  'answers.identity-coding': {
    level: 'should',
    section: 'RFC 9110 section 12.5.3 (not in the interface document)',
    title: 'A response to a request that accepts no content coding has none',
  },
  'answers.equivalent-url': {
    level: 'should',
    section: 'RFC 3986 section 6.2.2.2 (not in the interface document)',
    title:
      'A URL with percent-encoded letters, digits and hyphens, or with its parameters in another order, returns the same',
  },
  'answers.no-stack-trace': {
    level: 'should',
    section: 'Errors (not stated explicitly)',
    title: 'An error response contains neither a stack trace nor SQL',
  },
  'answers.no-credential': {
    level: 'should',
    section: 'Authentication (not stated explicitly)',
    title: 'A response does not contain the credential of the caller',
  },
  'answers.version-selection': {
    level: 'gap',
    section: 'Versioning',
    title: 'How a caller selects a version',
    untested: 'unspecified: the document shows no way to request a version',
  },
  'answers.limits': {
    level: 'gap',
    section: 'Limits',
    title: 'Rate limits and request size limits',
    untested:
      'unspecified, and testing them would put load on a target that others use; a run waits when it gets a 429',
  },
  'answers.events': {
    level: 'gap',
    section: 'Events',
    title: 'Events, webhooks or notifications',
    untested: 'unspecified: the document shows nothing to request',
  },
} as const satisfies Record<string, Clause>;
