import { isFiltered } from '../query-hooks.js';
import { type Defect, family } from './mutant.js';

const each = (operations: readonly string[], title: string, rest: Omit<Defect, 'title' | 'operation'>): Defect[] =>
  operations.map((operation) => ({ title: `${title} in ${operation}`, operation, rarity: 'rare', ...rest }));

/** Defects of pages that are requested without a page_size, and of filters that match one or two records. */
export const defaultPages = family('default-pages', [
  ...each(['getAgreements', 'getContracts', 'getAgreementPeriods'], 'a page without page_size lacks its last record', {
    rule: 'paging.defaults',
    rules: ['paging.default-size'],
    hook: (steps) => ({
      paginate: (all, page, context) => {
        const own = steps.paginate(all, page, context);
        return context.query.page_size === undefined && own.length > 1 ? own.slice(0, -1) : own;
      },
    }),
  }),
  ...each(['getUsers'], 'the second page without page_size is empty', {
    rule: 'paging.defaults',
    rules: ['paging.default-size'],
    hook: (steps) => ({
      paginate: (all, page, context) =>
        context.query.page_size === undefined && page.number === 2n ? [] : steps.paginate(all, page, context),
    }),
  }),
  ...each(['getApplicationUsers', 'getUsers'], 'the default page_size is 20 with a sort', {
    rule: 'paging.partition',
    rules: ['paging.first-page'],
    hook: (steps) => ({
      readPaging: (context) => {
        const { sort, page_size: size } = context.query;
        if (sort === undefined || size !== undefined) return steps.readPaging(context);
        return steps.readPaging({ ...context, query: { ...context.query, page_size: '20' } });
      },
    }),
  }),
  ...each(['getUserSubscriptions', 'getUserDiscoverySources'], 'total_pages of a filtered list counts all records', {
    rule: 'filter.totals',
    hook: (steps) => ({
      paginationObject: (page, total, context) => {
        const own = steps.paginationObject(page, total, context);
        if (!isFiltered(context)) return own;
        return { ...own, total_pages: Math.ceil(steps.collect(context).length / page.size) };
      },
    }),
  }),
]);
