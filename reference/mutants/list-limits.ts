import type { Hook } from '../behaviour.js';
import { both, pagination } from '../hooks.js';
import { Refusal } from '../refusal.js';
import { family } from './mutant.js';

/** More contract types than any page may hold. */
const PADDING = 1005;

const padded: Hook = (steps) => ({
  collect: (context) => {
    const own = steps.collect(context);
    const more = Array.from({ length: PADDING - own.length }, (_unused, index) => ({
      id: `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`,
      name: `Type ${index}`,
      description: null,
    }));
    return [...own, ...more];
  },
});

/** Replaces a page_size over the maximum. */
const capped =
  (to: number): Hook =>
  (steps) => ({
    readPaging: (context) =>
      Number(context.query.page_size) > 1000
        ? { ...steps.readPaging({ ...context, query: { ...context.query, page_size: '1000' } }), size: to }
        : steps.readPaging(context),
  });

/** Defects at the limits of page_number and page_size. */
export const listLimits = family(
  'list-limits',
  [
    {
      title: 'a page holds more than 1000 items',
      operation: 'getContractTypes',
      rule: 'paging.maximum-kept',
      also: ['paging.at-most'],
      rarity: 'rare',
      hook: both(padded, capped(1005)),
    },
    {
      id: 'a-page-size-over-1000-is-a-500',
      title: 'a page_size over 1000 returns 500',
      operation: 'getUsers',
      rule: 'paging.maximum-kept',
      rarity: 'rare',
      hook: (steps) => ({
        readPaging: (context) => {
          if (Number(context.query.page_size) > 1000) throw new Error('overflow');
          return steps.readPaging(context);
        },
      }),
    },
    {
      id: 'a-capped-page-size-is-not-repeated',
      title: 'a capped page_size is repeated with the requested value',
      operation: 'getContractTypes',
      rule: 'paging.maximum-echo',
      rarity: 'rare',
      hook: both(
        padded,
        capped(1000),
        pagination((given, { query }) =>
          Number(query.page_size) > 1000 ? { ...given, page_size: Number(query.page_size) } : given,
        ),
      ),
    },
    {
      id: 'a-page-number-over-32-bits-is-taken',
      title: 'a page_number over 2^31-1 is accepted where it has 32 bits',
      operation: 'getApplications',
      rule: 'paging.narrow-page-number',
      rarity: 'rare',
      hook: (steps) => ({
        readPaging: (context) =>
          Number(context.query.page_number) > 2 ** 31 - 1
            ? { ...steps.readPaging({ ...context, query: {} }), number: BigInt(String(context.query.page_number)) }
            : steps.readPaging(context),
      }),
    },
    {
      id: 'a-page-number-wraps-around',
      title: 'a page_number over 2^31-1 wraps around to a page of the list',
      operation: 'getUsers',
      rule: ['paging.wide-page-number', 'paging.echo'],
      rarity: 'rare',
      hook: (steps) => ({
        readPaging: (context) => {
          const page = steps.readPaging(context);
          return page.number > 2n ** 31n - 1n ? { ...page, number: 1n } : page;
        },
      }),
    },
    {
      id: 'page-number-1-5-is-taken',
      title: 'a page_number with a fraction is rounded down',
      operation: 'getSubscriptionUsers',
      rule: 'paging.invalid',
      rarity: 'rare',
      hook: (steps) => ({
        readPaging: (context) =>
          /^\d+\.\d+$/.test(String(context.query.page_number))
            ? steps.readPaging({ ...context, query: { ...context.query, page_number: '1' } })
            : steps.readPaging(context),
      }),
    },
    {
      id: 'a-negative-page-size-is-taken',
      title: 'a negative page_size is treated as absent',
      operation: 'getContractPeriods',
      rule: 'paging.invalid',
      rarity: 'rare',
      hook: (steps) => ({
        readPaging: (context) =>
          String(context.query.page_size).startsWith('-')
            ? steps.readPaging({ ...context, query: {} })
            : steps.readPaging(context),
      }),
    },
    {
      title: 'a page_size of 1000 is repeated as 100',
      operation: 'getAgreementTypes',
      rule: 'paging.echo',
      also: ['paging.maximum-echo'],
      rarity: 'rare',
      hook: pagination((given) => (given.page_size === 1000 ? { ...given, page_size: 100 } : given)),
    },
    {
      id: 'the-subscriptions-area-refuses-page-size-1',
      title: 'page_size 1 is rejected',
      operation: 'getSubscriptionUsers',
      rule: 'answers.success-status',
      also: ['paging.partition'],
      rarity: 'rare',
      hook: (steps) => ({
        readPaging: (context) => {
          if (context.query.page_size === '1') throw new Refusal(400, 'too small');
          return steps.readPaging(context);
        },
      }),
    },
  ],
  'few',
);
