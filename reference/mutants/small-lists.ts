import type { Behaviour, Hook } from '../behaviour.js';
import { pagination, record } from '../hooks.js';
import type { Row } from '../model.js';
import { operator, rewritten } from '../query-hooks.js';
import { slug } from '../slug.js';
import { type Defect, family } from './mutant.js';

const each = (operations: readonly string[], title: string, rest: Omit<Defect, 'title' | 'operation'>): Defect[] =>
  operations.map((operation) => ({ title: `${title} in ${operation}`, operation, rarity: 'rare', ...rest }));

/** A request with a page_number and no page_size has pages of another size. */
const otherDefault: Hook = (steps) => ({
  readPaging: (context) => {
    const page = steps.readPaging(context);
    const { page_number: number, page_size: size } = context.query;
    return number !== undefined && size === undefined ? { ...page, size: 20 } : page;
  },
});

/** Escapes characters of HTML in a text. */
const escaped = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('"', '&quot;') : value;

const withEscapes = (own: Row): Row =>
  Object.fromEntries(Object.entries(own).map(([name, value]) => [name, escaped(value)]));

/** The second period of a parent has the id of the first one. */
const twins: Hook = (steps) => ({
  collect: (context) =>
    steps.collect(context).map((own, index, all) => (index === 1 ? { ...own, id: all[0]?.id } : own)),
});

const linksToItself = (steps: Behaviour): Partial<Behaviour> => ({
  pageLinks: (page, total, context) => {
    const links = steps.pageLinks(page, total, context);
    const own = links.find(({ rel }) => rel === 'self')?.href ?? '';
    return links.map((link) => (link.rel === 'next' ? { ...link, href: own } : link));
  },
});

/** Defects that show in few requests or records of a list. */
export const smallLists = family('small-lists', [
  ...each(
    ['getApplications', 'getAgreements', 'getUserSubscriptions'],
    'the default page_size is 20 with a page_number',
    {
      rule: 'paging.defaults',
      hook: otherDefault,
    },
  ),
  ...each(['getContracts', 'getApplicationUsersConsumptions'], 'a page has 20 items with a page_number and says 100', {
    rule: ['paging.partition', 'answers.repeatable'],
    rules: ['paging.first-page', 'answers.repeatable'],
    hook: (steps) => ({
      ...otherDefault(steps),
      ...pagination((given, { query }) => (query.page_size === undefined ? { ...given, page_size: 100 } : given))(
        steps,
      ),
    }),
  }),
  ...each(['getUser', 'getApplication'], 'texts are escaped for HTML in a read by id', {
    rule: 'relations.detail-agrees',
    hook: record(withEscapes),
  }),
  ...each(['getAgreementPeriods', 'getContractPeriods'], 'two periods have the same id', {
    rule: 'relations.own-periods',
    hook: twins,
  }),
  ...each(
    ['getAgreements', 'getContractTypes', 'getAgreementPeriods'],
    'the next link leads to the page that it is on',
    {
      rule: 'relations.links-followed',
      rules: ['relations.next-links'],
      hook: linksToItself,
    },
  ),
  ...(['filter', 'sort'] as const).map(
    (name): Defect => ({
      id: `a-${slug(name)}-that-is-given-twice-is-a-500`,
      title: `a ${name} that is given twice returns 500`,
      operation: name === 'filter' ? 'getApplications' : 'getUsers',
      rule: 'errors.repeated-expression',
      rarity: 'rare',
      hook: (steps) => ({
        perform: (context) => {
          if (Array.isArray(context.query[name])) throw new Error('not a text');
          return steps.perform(context);
        },
      }),
    }),
  ),
  ...each(['getUserApplications', 'getApplicationUsers'], 'a value is also read up to a comma', {
    rule: 'filter.sound',
    rules: ['filter.near-misses'],
    hook: operator('-eq', (actual, value, right) => right || actual === String(value).split(',')[0], 'string'),
  }),
  ...each(['getUserSubscriptions', 'getApplications'], 'a plus sign in a filter is read as a space', {
    rule: ['filter.sound', 'filter.complete'],
    rules: ['filter.near-misses', 'filter.hard-values'],
    hook: rewritten((filter) => filter.replaceAll('+', ' ')),
  }),
]);
