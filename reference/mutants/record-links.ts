import type { Link } from '../../schemas/generated/interface.js';
import type { Context, Hook } from '../behaviour.js';
import type { Row } from '../model.js';
import { each, eachRarely, family } from './mutant.js';

/** Changes the href of the links of a record with a rel. */
const hrefOfRecord =
  (rel: string, change: (href: string, record: Row, context: Context) => string): Hook =>
  (steps) => ({
    recordLinks: (record, context) =>
      steps
        .recordLinks(record, context)
        .map((link) => (link.rel === rel ? { ...link, href: change(`${link.href}`, record as Row, context) } : link)),
  });

/** Leads the links of a record with a rel to the first record of its kind. */
const ofRecord = (
  rel: string,
  kind: 'agreements' | 'contracts',
  part: 'records' | 'types' = 'records',
  field = 'id',
): Hook =>
  hrefOfRecord(rel, (href, record, { tenant }) =>
    href.replace(String(record[field]), tenant[kind][part].records[0]?.id ?? ''),
  );

/** Changes the links of a list; `last` tells whether its page is the last one. */
const ofList =
  (change: (links: readonly Link[], context: Context, last: boolean) => readonly Link[]): Hook =>
  (steps) => ({
    pageLinks: (page, total, context) =>
      change(steps.pageLinks(page, total, context), context, page.number * BigInt(page.size) >= BigInt(total)),
  });

/** Changes the href of the links with a rel. */
const href = (rel: string, change: (href: string) => string): Hook =>
  ofList((links) => links.map((link) => (link.rel === rel ? { ...link, href: change(`${link.href}`) } : link)));

const pageIn = (text: string, change: (page: number) => number): string =>
  text.replace(/page_number=(\d+)/, (_match, page: string) => `page_number=${change(Number(page))}`);

const next = { rule: 'relations.links-followed', rules: ['relations.next-links'] } as const;

/** Defects of links that lead to another record, or to another page of a list. */
export const recordLinks = family('record-links', [
  ...each(['getContract', 'getAgreementType'], 'the self link of a record leads to its list', {
    rule: 'relations.links-followed',
    hook: hrefOfRecord('self', (text) => text.replace(/\/[^/]*$/, '')),
  }),
  {
    title: 'the self link of the contract types leads to the agreement types',
    operation: 'getContractTypes',
    rule: 'relations.links-followed',
    hook: href('self', (text) => text.replace('contract-types', 'agreement-types')),
  },
  {
    title: 'the self link of a contract leads to the first contract',
    operation: 'getContract',
    rule: 'relations.own-links',
    hook: ofRecord('self', 'contracts'),
  },
  {
    title: 'the self link of an agreement type leads to the first type',
    operation: 'getAgreementType',
    rule: 'relations.own-links',
    hook: ofRecord('self', 'agreements', 'types'),
  },
  {
    title: 'the periods link of an agreement leads to the first agreement',
    operation: 'getAgreement',
    rule: 'relations.own-links',
    hook: ofRecord('periods', 'agreements'),
  },
  {
    title: 'the type link of a contract leads to the first type',
    operation: 'getContract',
    rule: 'relations.own-links',
    hook: ofRecord('type', 'contracts', 'types', 'typeId'),
  },
  {
    title: 'the links of a list of periods lead to another agreement',
    operation: 'getAgreementPeriods',
    rule: 'relations.own-links',
    hook: ofList((links, { params, tenant }) => {
      const [first, second] = tenant.agreements.records.records;
      const other = first?.id === params.id ? second : first;
      return links.map((link) => ({ ...link, href: `${link.href}`.replace(params.id ?? '', other?.id ?? '') }));
    }),
  },
  ...eachRarely(['getAgreements', 'getContracts'], 'the next link has page_size 100', {
    ...next,
    hook: href('next', (own) => own.replace(/page_size=\d+/, 'page_size=100')),
  }),
  ...eachRarely(['getContracts', 'getContractTypes'], 'the last page has a next link', {
    ...next,
    hook: ofList((links, _context, last) =>
      links.flatMap((link) =>
        last && link.rel === 'self'
          ? [link, { ...link, rel: 'next', href: pageIn(`${link.href}`, (own) => own + 1) }]
          : [link],
      ),
    ),
  }),
  ...eachRarely(['getAgreements', 'getContracts'], 'the next link has no filter', {
    ...next,
    hook: href('next', (own) => own.replace(/&filter=[^&]*/, '')),
  }),
  ...eachRarely(['getAgreements', 'getContractTypes'], 'the next link leads to page 0', {
    ...next,
    hook: href('next', (own) => pageIn(own, () => 0)),
  }),
  ...eachRarely(['getContracts', 'getAgreementTypes'], 'the next link has no page_number', {
    ...next,
    hook: href('next', (own) => own.replace(/page_number=\d+&?/, '')),
  }),
  ...eachRarely(['getContracts'], 'the next link skips a page', {
    ...next,
    hook: href('next', (own) => pageIn(own, (page) => page + 1)),
  }),
  ...eachRarely(['getAgreements', 'getContractTypes'], 'the self link of each page leads to page 1', {
    ...next,
    hook: href('self', (own) => pageIn(own, () => 1)),
  }),
  ...eachRarely(['getAgreements', 'getContractTypes'], 'the prev link of each page leads to page 1', {
    ...next,
    hook: href('prev', (own) => pageIn(own, () => 1)),
  }),
  ...eachRarely(['getAgreementTypes', 'getContracts'], 'the last link leads to the page after the last', {
    ...next,
    hook: href('last', (own) => pageIn(own, (page) => page + 1)),
  }),
  ...eachRarely(['getAgreements', 'getContracts'], 'the links of a filtered list have its filter encoded twice', {
    ...next,
    hook: href('next', (own) => own.replace(/filter=([^&]*)/, (_match, text) => `filter=${encodeURIComponent(text)}`)),
  }),
  ...eachRarely(
    ['getAgreements', 'getContractTypes'],
    'links name page and size instead of page_number and page_size',
    {
      rule: 'relations.links-followed',
      rules: ['relations.next-on-each-page'],
      hook: ofList((links) =>
        links.map((link) => ({
          ...link,
          href: `${link.href}`.replace('page_number', 'page').replace('page_size', 'size'),
        })),
      ),
    },
  ),
  ...eachRarely(['getAgreements', 'getContractTypes'], 'the next link has the path of another version', {
    rule: 'relations.links-followed',
    rules: ['relations.next-on-each-page'],
    hook: href('next', (own) => own.replace('/v2/', '/v1/')),
  }),
  ...eachRarely(['getContracts', 'getAgreements'], 'the page before the last has no next link', {
    rule: 'relations.links-followed',
    rules: ['relations.next-on-each-page'],
    hook: (steps) => ({
      pageLinks: (page, total, context) => {
        const isBeforeLast = Number(page.number) === Math.ceil(total / page.size) - 1;
        return steps.pageLinks(page, total, context).filter(({ rel }) => !(isBeforeLast && rel === 'next'));
      },
    }),
  }),
]);
