import type { Clause } from '../types.js';

const FIELDS = 'Resources and their fields';

/** How responses relate to each other: identity, parents, links, and consistency across read paths. */
export const relations = {
  'relations.same-id': {
    level: 'must',
    section: 'Endpoints',
    title:
      'A read by id returns the record with that id; KPIs do not have the id of another application, of a vendor or of an owner',
  },
  'relations.detail-agrees': {
    level: 'should',
    section: 'Endpoints (not stated explicitly)',
    title: 'A list item and the detail with the same id agree on every field that both contain',
  },
  'relations.same-record': {
    level: 'should',
    section: 'Endpoints (not stated explicitly)',
    title: 'A record has the same values in its list on every page, with every sort and with every filter',
  },
  'relations.children': {
    level: 'must',
    section: 'What the service does',
    title: 'A child list returns the children of the requested parent',
  },
  'relations.empty-parent': {
    level: 'must',
    section: 'Endpoints',
    title:
      'The child list of a parent without children returns 200, no items, and totals of zero, with a filter and a sort too',
  },
  'relations.empty-subscription': {
    level: 'should',
    section: `${FIELDS} / Application (that a license has the id of its subscription is not stated)`,
    title:
      'A subscription whose license has no assigned users returns 200 and no items, where licenses have the ids of subscriptions',
  },
  'relations.consumptions': {
    level: 'should',
    section: 'What the service does (not shown in words)',
    title: 'The consumptions of an application or a subscription belong to users in its own list of users',
  },
  'relations.consumption-gaps': {
    level: 'should',
    section: 'What the service does (which users have a consumption is not stated)',
    title: 'Users have consumptions whether or not their department, their country and the like are known',
  },
  'relations.own-periods': {
    level: 'should',
    section: 'Endpoints / Agreements and contracts area (not shown in words)',
    title:
      'A period is listed for one agreement or contract alone, where no other has its id, and its links lead to no other',
  },
  'relations.own-sources': {
    level: 'should',
    section: 'Endpoints / Users area (not stated explicitly)',
    title: 'The discovery sources of a user are not those of all users',
  },
  'relations.own-details': {
    level: 'should',
    section: `${FIELDS} / Subscription insight user (not stated explicitly)`,
    title: 'The details of a user of a subscription insight name a subscription that the user has',
  },
  'relations.both-ways': {
    level: 'should',
    section: 'What the service does (not stated explicitly)',
    title:
      'If an application or a subscription is in the list of a user, the user is in its list, and the other way round',
  },
  'relations.one-truth': {
    level: 'should',
    section: 'What the service does (not stated explicitly)',
    title: 'A user has the same values on every path that returns users',
  },
  'relations.one-application': {
    level: 'should',
    section: 'What the service does (not stated explicitly)',
    title: 'An application has the same id, name and vendor in its own list and in records of users that repeat them',
  },
  'relations.one-name': {
    level: 'should',
    section: `${FIELDS} (not stated explicitly)`,
    title:
      'Records that refer to the same vendor, owner, application, contact or manufacturer by its id agree on its name',
  },
  'relations.own-name': {
    level: 'should',
    section: `${FIELDS} (not stated explicitly)`,
    title:
      'A record names its owner or its vendor by a text of the record with that id, and not by that of another one',
  },
  'relations.listed': {
    level: 'should',
    section: 'What the service does (not stated explicitly)',
    title: 'A record that other lists show or refer to, and that can be read by its id, is in the list of all',
  },
  'relations.links': {
    level: 'must',
    section: `${FIELDS} / Link object`,
    title: 'Lists of the agreement area have _links; _links is an array of {href, rel, method}, all strings',
  },
  'relations.link-members': {
    level: 'should',
    section: `${FIELDS} / Link object (which fields may be absent is unspecified)`,
    title: 'A link of the agreement area has href, rel and method',
  },
  'relations.links-followed': {
    level: 'should',
    section: `${FIELDS} / Link object (not stated explicitly)`,
    title:
      'A link with the method GET can be followed and returns 200, a self link leads to the same records, and a next link to the following page of the same list',
  },
  'relations.own-links': {
    level: 'should',
    section: `${FIELDS} / Link object (not stated explicitly)`,
    title:
      'The self, periods, type or parent link of a record leads to that record, and a child list links to its parent',
  },
  'relations.periods-backwards': {
    level: 'should',
    section: `${FIELDS} / Period (not stated explicitly)`,
    title: 'Not every period ends before it begins: validFrom and validTo are not swapped',
  },
  'relations.period-order': {
    level: 'gap',
    section: `${FIELDS} / Period`,
    title: 'Whether validFrom is before validTo, and which dates represent an open-ended period',
  },
  'relations.type-known': {
    level: 'should',
    section: `${FIELDS} / Agreement and Contract (not stated explicitly)`,
    title: 'The typeId of an agreement or contract is the id of an existing type',
  },
  'relations.link-rels': {
    level: 'gap',
    section: `${FIELDS} / Gaps in the field definitions`,
    title: 'Which rel values the links of the agreement area have',
  },
  'relations.kpi-period': {
    level: 'should',
    section: 'Endpoints (not shown in words)',
    title: 'A KPI contains no data after toDate, and in its charts of the requested period none before fromDate',
  },
  'relations.kpi-end': {
    level: 'should',
    section: 'Endpoints (not shown in words)',
    title: 'toDate has an effect on KPIs on which fromDate has one',
  },
  'relations.kpi-lists': {
    level: 'should',
    section: `${FIELDS} (not stated explicitly)`,
    title: 'KPIs that count the applications of the list, or repeat figures of one, agree with it',
  },
  'relations.kpi-values': {
    level: 'should',
    section: `${FIELDS} (not stated explicitly)`,
    title:
      'In a KPI, counts are not negative and not more than their total, no category or day is listed twice, and charts agree with each other',
  },
  'relations.kpi-totals': {
    level: 'gap',
    section: `${FIELDS} / User KPIs`,
    title: 'Whether the KPI totals agree with the lists',
  },
} as const satisfies Record<string, Clause>;
