import type { Hook } from '../behaviour.js';
import { body, where } from '../hooks.js';
import type { Row } from '../model.js';
import { family } from './variant.js';

/** Other links on the lists and details of the agreement area. */
const links = (change: (link: Row, base: string) => Row | null): Hook =>
  where(
    ({ operation }) => operation.area === 'agreements',
    body((given, { headers }) => {
      const base = `http://${headers.host}${headers['x-forwarded-prefix'] ?? ''}`;
      const changed = (given._links as Row[]).map((link) => change(link, base));
      return { ...given, _links: changed.filter((link) => link !== null) };
    }),
  );

const NEVER_SHOWN =
  'The document does not say which fields may be absent; a field that no record shows is warned of all the same.';

/** What a link may look like, and where it may lead. */
export const linkVariants = family(
  'links',
  [
    {
      title: 'links are absolute',
      chooses: ['relations.links-followed'],
      hooks: [links((link, base) => ({ ...link, href: `${base}/${link.href}` }))],
    },
    {
      title: 'links begin with a slash',
      chooses: ['relations.links-followed'],
      hooks: [links((link) => ({ ...link, href: `/${link.href}` }))],
    },
    {
      title: 'links lead to another origin',
      chooses: ['relations.links-followed'],
      hooks: [links((link) => ({ ...link, href: `https://public.example/${link.href}` }))],
    },
    {
      id: 'links-are-templates',
      title: 'links are URI templates',
      chooses: ['relations.links-followed', 'relations.link-rels'],
      hooks: [links((link) => ({ ...link, href: `${link.href}{?page_number,page_size}` }))],
    },
    {
      id: 'links-have-other-relations',
      title: 'links have relations of their own, methods in lower case, and more members',
      chooses: ['relations.link-rels'],
      hooks: [
        links((link) => ({ ...link, rel: 'urn:x:parent', method: String(link.method).toLowerCase(), title: null })),
      ],
    },
    {
      title: 'the members of links are null',
      chooses: ['records.presence'],
      hooks: [links(() => ({ href: null, rel: null, method: null }))],
    },
    {
      title: 'the links of lists and details are null',
      chooses: ['records.presence'],
      hooks: [
        where(
          ({ operation }) => operation.area === 'agreements',
          body((given) => ({ ...given, _links: null })),
        ),
      ],
    },
    {
      title: 'details carry no links',
      chooses: ['records.presence'],
      warnings: { rules: ['records.shown'], because: NEVER_SHOWN },
      hooks: [
        where(
          ({ operation }) => operation.area === 'agreements' && operation.success.item === undefined,
          body(({ _links, ...given }) => given),
        ),
      ],
    },
    {
      title: 'there are no links to follow',
      chooses: ['relations.link-rels'],
      hooks: [links(() => null)],
    },
  ],
  'few',
);
