import type { Context, Hook } from '../behaviour.js';
import { where } from '../hooks.js';
import { isFiltered, isSorted } from '../query-hooks.js';
import { Refusal } from '../refusal.js';
import { eachRarely, family } from './mutant.js';

const failing = (selects: (context: Context) => boolean, error: () => Error): Hook =>
  where(selects, () => ({
    answerList: () => {
      throw error();
    },
  }));

const isLargest = ({ query }: Context): boolean => query.page_size === '1000';
const isSingleAndDeep = ({ query }: Context): boolean => query.page_size === '1' && Number(query.page_number ?? 1) > 2;

const TOO_MUCH = () => new Refusal(400, 'too many records');

/** Defects of valid requests that fail because of a parameter that comes with another one. */
export const sizesTogether = family('sizes-together', [
  ...eachRarely(['getAgreements', 'getUsers', 'getUserApplications'], 'a filter with page_size 1000 is rejected', {
    rule: 'paging.maximum-taken',
    hook: failing((context) => isFiltered(context) && isLargest(context), TOO_MUCH),
  }),
  ...eachRarely(['getUsers', 'getUserSubscriptions'], 'a sort with page_size 1000 is rejected', {
    rule: 'filter.sorted',
    hook: failing((context) => isSorted(context) && isLargest(context), TOO_MUCH),
  }),
  ...eachRarely(['getUsers', 'getSubscriptionUserConsumptions'], 'page 3 of a sorted list of single records is a 500', {
    rule: 'answers.success-status',
    hook: failing(
      (context) => isSorted(context) && isSingleAndDeep(context),
      () => new Error('unexpected'),
    ),
  }),
]);
