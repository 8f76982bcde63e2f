import type { Clause } from '../types.js';

const FIELDS = 'Resources and their fields';

/** What the fields of a record must be. */
export const records = {
  'records.types': {
    level: 'must',
    section: FIELDS,
    title: 'A documented field, when present and not null, has its documented JSON type, including in nested records',
  },
  'records.containers': {
    level: 'must',
    section: FIELDS,
    title:
      'discoveryTypes, roles, certifications and failed are an array or an index-keyed object, as documented for the record',
  },
  'records.index-keys': {
    level: 'must',
    section: FIELDS,
    title: 'The keys of an index-keyed object are array indexes as strings: "0", "1" and so on',
  },
  'records.index-holes': {
    level: 'should',
    section: `${FIELDS} (not stated explicitly)`,
    title: 'The keys of an index-keyed object start at "0" and have no gaps',
  },
  'records.dates': {
    level: 'must',
    section: FIELDS,
    title: 'Dates and times exist and are in ISO 8601, in the form documented for the record',
  },
  'records.zones': {
    level: 'must',
    section: FIELDS,
    title: 'lastActive has no zone designator in the consumptions, and date-times have one everywhere else',
  },
  'records.null-texts': {
    level: 'should',
    section: `${FIELDS} (not stated explicitly)`,
    title: 'A missing value is not written as a text, such as "null"',
  },
  'records.doubled': {
    level: 'should',
    section: `${FIELDS} (not stated explicitly)`,
    title: 'The arrays of records do not all have each of their elements more than once',
  },
  'records.own-times': {
    level: 'should',
    section: `${FIELDS} (not stated explicitly)`,
    title: 'A date and time is that of the record, not that of the response',
  },
  'records.id-form': { level: 'must', section: FIELDS, title: 'An id is a UUID in text form, in upper or lower case' },
  'records.identifier-form': {
    level: 'should',
    section: FIELDS,
    title: 'Every other identifier except assignedId is also a UUID in text form, unless it is empty',
  },
  'records.id-present': { level: 'should', section: FIELDS, title: 'A record has its id' },
  'records.shown': {
    level: 'should',
    section: FIELDS,
    title:
      'A documented field occurs in at least one record when three or more were read, and the records without it do not all have a similar name instead',
  },
  'records.renamed': {
    level: 'must',
    section: FIELDS,
    title:
      'No record has a documented field only under another spelling of its name: different case, separators or plural form, or "is" before a flag',
  },
  'records.bare': {
    level: 'must',
    section: FIELDS,
    title: 'The documented fields are members of the record itself, not of an object nested inside it',
  },
  'records.presence': {
    level: 'gap',
    section: `${FIELDS} / Gaps in the field definitions`,
    title: 'Which fields are null, absent or undocumented',
  },
  'records.codes': {
    level: 'gap',
    section: `${FIELDS} / Gaps in the field definitions`,
    title: 'Which codes occur in discoveryTypes, discoveryType, type and lastActiveValueType',
  },
  'records.units': {
    level: 'gap',
    section: `${FIELDS} / Gaps in the field definitions`,
    title: 'The meaning of those codes, the units of cost, and whether utilization is a percentage',
    untested: 'unspecified: a response does not reveal the meaning of a value',
  },
  'records.states': {
    level: 'gap',
    section: 'States and transitions',
    title: 'The values of status and employmentStatus',
  },
} as const satisfies Record<string, Clause>;
