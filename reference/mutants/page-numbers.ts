import type { Hook } from '../behaviour.js';
import { body, pagination } from '../hooks.js';
import type { Page, Row } from '../model.js';
import { Refusal } from '../refusal.js';
import { type Defect, each, family } from './mutant.js';

/** Changes how a page number is read. */
const reading =
  (change: (number: bigint) => bigint): Hook =>
  (steps) => ({
    readPaging: (context): Page => {
      const page = steps.readPaging(context);
      return { ...page, number: change(page.number) };
    },
  });

/** Changes the page_number in a response. */
const repeating = (change: (number: bigint) => bigint | number): Hook =>
  pagination((given): Row => ({ ...given, page_number: change(BigInt(given.page_number as number | bigint)) }));

/** Finds a page by the number of its first record, which a signed integer of so many bits wraps. */
const wrapping =
  (bits: number): Hook =>
  (steps) => ({
    paginate: (records, page, context) => {
      const first = BigInt.asIntN(bits, (page.number - 1n) * BigInt(page.size));
      return steps.paginate(records, { ...page, number: first / BigInt(page.size) + 1n }, context);
    },
  });

/** Accepts a number of any size where the document limits it to 32 bits. */
const narrow =
  (change: (number: bigint) => bigint): Hook =>
  (steps) => ({
    readPaging: (context) => {
      const asked = String(context.query.page_number ?? '1');
      if (!/^\d+$/.test(asked) || BigInt(asked) < 2n ** 31n) return steps.readPaging(context);
      const { page_number: _number, ...query } = context.query;
      return { ...steps.readPaging({ ...context, query }), number: change(BigInt(asked)) };
    },
  });

const positive = (number: bigint): bigint => (number < 1n ? 1n : number);
const WIDE = ['getUsers', 'getUserApplications', 'getUserDiscoverySources', 'getAgreements', 'getContractPeriods'];
const NARROW = ['getApplications', 'getApplicationUsers', 'getSubscriptionUserConsumptions'];

const wide = (title: string, hook: Hook, operations = WIDE): Defect[] =>
  operations.map((operation) => ({
    title: `${title} in ${operation}`,
    operation,
    rule: 'paging.wide-page-number',
    rules: ['paging.wide-page-number', 'paging.overflow'],
    also: ['paging.overflow'],
    rarity: 'rare',
    hook,
  }));

/** Page numbers that overflow an integer type. */
export const pageNumbers = family('page-numbers', [
  {
    title: 'a page_number over 32 bits is repeated as a string',
    operation: 'getContractTypes',
    rule: 'paging.wide-page-number',
    rarity: 'rare',
    hook: pagination((given) =>
      BigInt(given.page_number as number | bigint) < 2n ** 32n
        ? given
        : { ...given, page_number: `${given.page_number}` },
    ),
  },
  {
    id: 'the-largest-page-number-of-32-bits-is-refused',
    title: 'page_number 2^31 - 1 is rejected where it has 32 bits',
    operation: 'getApplications',
    rule: 'paging.wide-page-number',
    rarity: 'rare',
    hook: (steps) => ({
      readPaging: (context) => {
        if (context.query.page_number === '2147483647') throw new Refusal(400, 'page_number is too large');
        return steps.readPaging(context);
      },
    }),
  },
  ...each(
    ['getSubscriptionUsers', 'getUserDiscoverySources', 'getAgreementPeriods'],
    'the page after the last is a 500',
    {
      rule: 'paging.after-last-status',
      hook: body((given, { query }) => {
        if (Number(query.page_number ?? 1) > 1 && (given.items as readonly Row[] | undefined)?.length === 0)
          throw new Error('no such page');
        return given;
      }),
    },
  ),
  ...wide(
    'a page_number keeps its lower 32 bits',
    reading((number) => positive(BigInt.asUintN(32, number))),
  ),
  ...wide(
    'a page_number over 2^53 is repeated as a double',
    repeating((number) => (number > 2n ** 53n ? BigInt(Number(number)) : number)),
  ),
  ...wide(
    'a page_number is repeated by its lower 32 bits',
    repeating((number) => BigInt.asIntN(32, number)),
    ['getUserSubscriptions', 'getContractTypes'],
  ),
  ...wide(
    'the largest page_number is a 500',
    (steps) => ({
      readPaging: (context) => {
        const page = steps.readPaging(context);
        if (page.number > 2n ** 62n) throw new Error('overflow');
        return page;
      },
    }),
    ['getUsers', 'getAgreementTypes'],
  ),
  ...wide(
    'the largest page_number of 32 bits is a 500',
    (steps) => ({
      readPaging: (context) => {
        const page = steps.readPaging(context);
        if (page.number * BigInt(page.size) >= 2n ** 31n) throw new Error('overflow');
        return page;
      },
    }),
    ['getSubscriptionUsers', 'getApplicationUsersConsumptions'],
  ),
  ...wide('the number of the first record of a page has 64 bits', wrapping(64), [
    'getUserDiscoverySources',
    'getContractPeriods',
  ]),
  ...wide('the number of the first record of a page has 32 bits', wrapping(32), [
    'getSubscriptionUsers',
    'getApplicationUsersConsumptions',
  ]),
  ...NARROW.map(
    (operation): Defect => ({
      title: `a page_number of 2^32 and more keeps its lower 32 bits in ${operation}`,
      operation,
      rule: 'paging.narrow-page-number',
      also: ['paging.overflow'],
      rarity: 'rare',
      hook: narrow((number) => positive(BigInt.asUintN(32, number))),
    }),
  ),
]);
