import type { Clause } from '../types.js';

const FIELDS = 'Resources and their fields';

/** What one answer says of another: identity, parents, links, and one truth across read paths. */
export const relations = {
  'relations.same-id': {
    level: 'must',
    section: 'Endpoints',
    title: 'A read by id answers the record of that id',
  },
  'relations.detail-agrees': {
    level: 'should',
    section: 'Endpoints (not shown in words)',
    title: 'A list item and the detail of the same id agree on every field that both carry',
  },
  'relations.children': {
    level: 'must',
    section: 'What the service does',
    title: 'A child list answers the children of the parent that was asked for',
  },
  'relations.one-truth': {
    level: 'should',
    section: 'What the service does (not shown in words)',
    title: 'A user is the same user on every path that answers users',
  },
  'relations.links': {
    level: 'must',
    section: `${FIELDS} / Link object`,
    title: 'Lists and details of the agreement area carry _links, an array of {href, rel, method}, all text',
  },
  'relations.links-followed': {
    level: 'should',
    section: `${FIELDS} / Link object (not shown in words)`,
    title: 'A link with the method GET can be followed and answers 200',
  },
  'relations.period-order': {
    level: 'must',
    section: `${FIELDS} / Period`,
    title: 'A period does not end before it begins: validFrom is not after validTo',
  },
  'relations.type-known': {
    level: 'must',
    section: `${FIELDS} / Agreement and Contract`,
    title: 'The typeId of an agreement or contract is the id of a type that can be read',
  },
  'relations.link-rels': {
    level: 'gap',
    section: `${FIELDS} / Gaps in the field definitions`,
    title: 'Which relations the links of the agreement area have',
  },
  'relations.kpi-totals': {
    level: 'gap',
    section: `${FIELDS} / User KPIs`,
    title: 'Whether the totals of the KPIs agree with the lists',
  },
} as const satisfies Record<string, Clause>;
