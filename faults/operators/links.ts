import type { ClauseId } from '../../contract/clauses/index.js';
import { mapped, onValue, withMember, withoutMember } from '../change.js';
import { type Operator, operator } from '../fault.js';
import { isAgreementArea, isList } from '../operations.js';
import { isObject, type JsonObject } from '../wire.js';

const MEMBERS = ['href', 'rel', 'method'];

/** Changes each link of a response of the agreement area. */
const onLinks = (change: (link: JsonObject) => unknown) =>
  onValue((value) =>
    withMember(value, '_links', (links) =>
      Array.isArray(links) ? mapped(links, (link) => (isObject(link) ? change(link) : link)) : links,
    ),
  );

function perMember(
  id: string,
  title: string,
  rule: ClauseId,
  change: (link: JsonObject, member: string) => unknown,
): Operator {
  return {
    id,
    title,
    breaks: [rule],
    sites: (operation) =>
      isAgreementArea(operation)
        ? MEMBERS.map((member) => ({ detail: member, begin: () => onLinks((link) => change(link, member)) }))
        : [],
  };
}

/** The links of the agreement area. */
export const links: readonly Operator[] = [
  operator(
    'links-missing',
    'A list has no _links',
    'relations.links',
    (one) => isAgreementArea(one) && isList(one),
    onValue((value) => withoutMember(value, '_links')),
  ),
  operator(
    'links-keyed',
    '_links is an index-keyed object',
    'relations.links',
    isAgreementArea,
    onValue((value) => withMember(value, '_links', (own) => (Array.isArray(own) ? { ...own } : own))),
  ),
  operator(
    'links-by-rel',
    '_links is an object of links by their rel',
    'relations.links',
    isAgreementArea,
    onValue((value) =>
      withMember(value, '_links', (own) =>
        Array.isArray(own)
          ? Object.fromEntries(own.map((link, at) => [isObject(link) ? String(link.rel ?? at) : `${at}`, link]))
          : own,
      ),
    ),
  ),
  operator(
    'links-as-texts',
    'A link is its href alone',
    'relations.links',
    isAgreementArea,
    onLinks(({ href }) => href),
  ),
  operator(
    'links-lead-nowhere',
    'A link leads to nothing',
    'relations.links-followed',
    isAgreementArea,
    onLinks((link) =>
      withMember(link, 'href', (href) => (typeof href === 'string' ? `${href.split('?')[0]}/nowhere` : href)),
    ),
  ),
  perMember('link-member-missing', 'A member of each link is missing', 'relations.link-members', withoutMember),
  perMember('link-member-number', 'A member of each link is a number', 'relations.links', (link, member) =>
    withMember(link, member, () => 1),
  ),
];
