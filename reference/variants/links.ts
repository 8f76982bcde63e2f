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
  'The document does not specify which fields may be absent, but a field that no record has causes a warning.';

/** The form of links, and where they point. */
export const linkVariants = family(
  'links',
  [
    {
      title: 'links are absolute',
      chooses: ['relations.links-followed'],
      hooks: [links((link, base) => ({ ...link, href: `${base}/${link.href}` }))],
    },
    {
      id: 'links-begin-with-a-slash',
      title: 'links start with a slash',
      chooses: ['relations.links-followed'],
      hooks: [links((link) => ({ ...link, href: `/${link.href}` }))],
    },
    {
      id: 'links-lead-to-another-origin',
      title: 'links point to another origin',
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
      title: 'links have other rel values, methods in lower case and additional members',
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
      id: 'details-carry-no-links',
      title: 'details have no links',
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
      title: 'links of lists name the page alone',
      chooses: ['relations.links-followed'],
      hooks: [links((link) => ({ ...link, href: String(link.href).replace(/&page_size.*$/, '') }))],
    },
    {
      title: 'links name records by their numbers on another origin',
      chooses: ['relations.links-followed'],
      hooks: [
        links((link) => ({
          ...link,
          href: `https://public.example/${String(link.href).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '1028')}`,
        })),
      ],
    },
    {
      title: 'periods link to the list that they are in',
      chooses: ['relations.link-rels'],
      hooks: [
        where(
          ({ operation }) => operation.id.endsWith('Periods'),
          body((given) => {
            const _links = (given._links as Row[]).map((link) => ({ ...link, rel: 'periods' }));
            return { ...given, items: (given.items as Row[]).map((period) => ({ ...period, _links })) };
          }),
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
