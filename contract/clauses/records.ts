import type { Clause } from '../types.js';

const FIELDS = 'Resources and their fields';

/** What the fields of a record must be. */
export const records = {
  'records.types': {
    level: 'must',
    section: FIELDS,
    title: 'A documented field, when present and not null, has its documented JSON type, in nested records too',
  },
  'records.containers': {
    level: 'must',
    section: FIELDS,
    title: 'discoveryTypes, roles, certifications and failed are an array or an index-keyed object as the record says',
  },
  'records.index-keys': {
    level: 'must',
    section: FIELDS,
    title: 'The keys of an index-keyed object are array indexes as texts: "0", "1" and so on',
  },
  'records.index-holes': {
    level: 'should',
    section: `${FIELDS} (not shown in words)`,
    title: 'The keys of an index-keyed object begin at "0" and have no holes',
  },
  'records.dates': {
    level: 'must',
    section: FIELDS,
    title: 'Dates and times are ISO 8601, in the form that the record says, and exist',
  },
  'records.zones': {
    level: 'must',
    section: FIELDS,
    title: 'lastActive has no zone designator in the consumptions, and date-times have one everywhere else',
  },
  'records.id-form': { level: 'must', section: FIELDS, title: 'An id is a UUID in text form, in any case' },
  'records.identifier-form': {
    level: 'should',
    section: FIELDS,
    title: 'Every other identifier but assignedId is a UUID in text form as well, where it is not empty',
  },
  'records.id-present': { level: 'should', section: FIELDS, title: 'A record has its id' },
  'records.shown': {
    level: 'should',
    section: FIELDS,
    title: 'A documented field occurs in some record, where three or more of them were read',
  },
  'records.renamed': {
    level: 'must',
    section: FIELDS,
    title: 'No documented field is sent under another spelling of its name alone: in other case, separators or number',
  },
  'records.bare': {
    level: 'must',
    section: FIELDS,
    title: 'The documented fields are those of the record itself, not of an object that is wrapped around it',
  },
  'records.presence': {
    level: 'gap',
    section: `${FIELDS} / Gaps in the field definitions`,
    title: 'Which fields are null, absent or not documented',
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
    untested: 'not shown: a meaning cannot be read from an answer',
  },
  'records.states': {
    level: 'gap',
    section: 'States and transitions',
    title: 'The values of status and employmentStatus',
  },
} as const satisfies Record<string, Clause>;
