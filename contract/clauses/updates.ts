import type { Clause } from '../types.js';

const ENDPOINTS = 'Endpoints';
const APPLICATIONS = 'Endpoints / Applications area';
const BOTH = `${APPLICATIONS}; Endpoints / Users area`;
const RFC_7396 = 'RFC 7396 (the document: not shown)';

/** What the two updates, which take a merge patch, must do. */
export const updates = {
  'updates.media-type': {
    level: 'must',
    section: ENDPOINTS,
    title: 'An update takes application/merge-patch+json',
  },
  'updates.answer': {
    level: 'must',
    section: BOTH,
    title: 'An update is answered with 200 and the record of the id, every field of its documented type',
  },
  'updates.effect': {
    level: 'must',
    section: APPLICATIONS,
    title: 'An update answers the updated record, and a read shows it',
  },
  'updates.untouched': {
    level: 'must',
    section: ENDPOINTS,
    title: 'An update changes no field that it does not name, and no other record (RFC 7396)',
  },
  'updates.idempotent': {
    level: 'must',
    section: ENDPOINTS,
    title: 'The same patch twice gives the same record (RFC 7396)',
  },
  'updates.required-members': {
    level: 'must',
    section: APPLICATIONS,
    title: 'A body without a required member is refused with 400, or changes only what it names',
  },
  'updates.member-types': {
    level: 'must',
    section: APPLICATIONS,
    title: 'A member of a wrong type is refused with 400, and nothing changes',
  },
  'updates.hostile-bodies': {
    level: 'should',
    section: RFC_7396,
    title: 'null, unknown members, {}, an array, invalid JSON and other media types do no damage',
  },
  'updates.texts': {
    level: 'should',
    section: `${APPLICATIONS} (not shown in words)`,
    title: 'Any text is stored as it was sent, or refused',
  },
  'updates.unknown-id': {
    level: 'must',
    section: 'Errors',
    title: 'An update of an id that does not exist is refused, and creates nothing',
  },
  'updates.unknown-id-404': {
    level: 'should',
    section: 'Errors (not shown in words)',
    title: 'An update of a well-formed id that does not exist is refused with 404',
  },
  'updates.category': {
    level: 'must',
    section: APPLICATIONS,
    title: 'websiteDate.categoryName of an update shows in categoryName',
  },
  'updates.listed': {
    level: 'should',
    section: 'What the service does (not shown in words)',
    title: 'The list of its area shows an update, as the record read by its id does',
  },
} as const satisfies Record<string, Clause>;
