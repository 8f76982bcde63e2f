import type { Clause } from '../types.js';

const ENDPOINTS = 'Endpoints';
const APPLICATIONS = 'Endpoints / Applications area';
const BOTH = `${APPLICATIONS}; Endpoints / Users area`;
const RFC_7396 = 'RFC 7396 (not in the interface document)';

/** What the two updates, which accept a merge patch, must do. */
export const updates = {
  'updates.media-type': {
    level: 'must',
    section: ENDPOINTS,
    title: 'An update accepts application/merge-patch+json',
  },
  'updates.answer': {
    level: 'must',
    section: BOTH,
    title: 'An update returns 200 and the record with that id, every field with its documented type',
  },
  'updates.effect': {
    level: 'must',
    section: APPLICATIONS,
    title: 'An update returns the updated record, and a read returns the same values',
  },
  'updates.lasting': {
    level: 'should',
    section: `${BOTH} (not stated explicitly)`,
    title: 'An update stays: a record does not get its earlier values back by itself',
  },
  'updates.untouched': {
    level: 'must',
    section: ENDPOINTS,
    title: 'An update changes no other record, and no field that is not in the patch (RFC 7396)',
  },
  'updates.own-times': {
    level: 'should',
    section: `${BOTH} (not stated explicitly)`,
    title: 'An update or a bulk update does not count as activity: it moves no time of a record to that of the update',
  },
  'updates.other-kinds': {
    level: 'should',
    section: 'What the service does (not stated explicitly)',
    title: 'An update or a bulk update of applications changes no flag of a user, and one of users no application',
  },
  'updates.risk-score': {
    level: 'should',
    section: 'Resources and their fields / Application (not stated explicitly)',
    title: 'Updates and bulk updates that are undone leave riskScore as it was',
  },
  'updates.child-lists': {
    level: 'should',
    section: 'What the service does (not stated explicitly)',
    title: 'An update or a bulk update of a record takes no record out of its child lists',
  },
  'updates.listed-elsewhere': {
    level: 'should',
    section: 'Endpoints / Users area (not stated explicitly)',
    title: 'The users of an application and of a subscription show the flags that an update or a bulk update has set',
  },
  'updates.idempotent': {
    level: 'must',
    section: ENDPOINTS,
    title: 'Sending the same patch twice gives the same record (RFC 7396)',
  },
  'updates.again': {
    level: 'should',
    section: `${BOTH} (not stated explicitly)`,
    title: 'A record can be updated several times, one update after the other',
  },
  'updates.during-task': {
    level: 'should',
    section: `${BOTH} (an update while a task runs is unspecified)`,
    title: 'An update of a record, while a bulk update of another one runs, returns a status that the document lists',
  },
  'updates.own-flags': {
    level: 'should',
    section: `${BOTH} (not stated explicitly)`,
    title: 'No value of a flag that records have makes a target reject updates of them',
  },
  'updates.simultaneous': {
    level: 'must',
    section: BOTH,
    title: 'Each of two simultaneous updates returns and changes the record that it names',
  },
  'updates.required-members': {
    level: 'must',
    section: APPLICATIONS,
    title: 'A body without a required member is rejected with 400, or changes only the members it contains',
  },
  'updates.required-alike': {
    level: 'should',
    section: `${APPLICATIONS} (all members are required; whether a body without one is merged is not stated explicitly)`,
    title: 'An update that is rejected without one required member is rejected without each of the others',
  },
  'updates.member-types': {
    level: 'must',
    section: APPLICATIONS,
    title: 'A member of the wrong type is rejected with 400 and changes nothing',
  },
  'updates.hostile-bodies': {
    level: 'should',
    section: RFC_7396,
    title:
      'null removes a value or is rejected; unknown members, {}, an array, invalid JSON and other media types change nothing, and what is no JSON is rejected',
  },
  'updates.texts': {
    level: 'should',
    section: `${APPLICATIONS} (not stated explicitly)`,
    title: 'Any string is stored exactly as it was sent, or rejected',
  },
  'updates.crash': {
    level: 'must',
    section: `${APPLICATIONS}; Errors`,
    title: 'An update with ordinary text (quotes, percent signs, line breaks, emojis, no text) is no server error',
  },
  'updates.charset': {
    level: 'should',
    section: 'RFC 9110 section 8.3.1 (not in the interface document)',
    title: 'An update accepts its media type with a charset parameter',
  },
  'updates.response': {
    level: 'should',
    section: `${BOTH} (which fields may be absent is unspecified)`,
    title: 'The response to an update has the same fields and values as a read of the record',
  },
  'updates.unknown-id': {
    level: 'must',
    section: 'Errors',
    title: 'An update of an id that does not exist is rejected and creates nothing',
  },
  'updates.unknown-id-404': {
    level: 'should',
    section: 'Errors (not stated explicitly)',
    title: 'An update of a well-formed id that does not exist is rejected with 404',
  },
  'updates.category': {
    level: 'must',
    section: APPLICATIONS,
    title: 'An update of websiteDate.categoryName changes categoryName',
  },
  'updates.copied-names': {
    level: 'should',
    section: `${APPLICATIONS} (not stated explicitly)`,
    title:
      'After an update of primaryOwnerId, primaryOwnerName shows the same text of the new owner as other applications show of theirs',
  },
  'updates.listed': {
    level: 'should',
    section: 'What the service does (not stated explicitly)',
    title: 'The list of the area returns the updated values, as a read by id does',
  },
} as const satisfies Record<string, Clause>;
