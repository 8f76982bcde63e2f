import type { Hook } from '../behaviour.js';
import { answer, pagination, where } from '../hooks.js';
import { Refusal } from '../refusal.js';
import { family } from './variant.js';

/** Returns an error body instead of the page after the last one. */
const afterLast = (status: number) =>
  answer((given, { query }) =>
    (given.body as { items?: unknown[] } | undefined)?.items?.length === 0 && Number(query.page_number ?? 1) > 1
      ? { status, body: { error: { code: status, message: 'no such page' } } }
      : given,
  );

/** Returns the first or the last page instead of a page after the last one. */
const wrapped = (instead: (last: bigint) => bigint): Hook => {
  return (steps) => ({
    paginate: (all, page, context) => {
      const last = BigInt(Math.max(1, Math.ceil(all.length / page.size)));
      return steps.paginate(all, page.number > last ? { ...page, number: instead(last) } : page, context);
    },
  });
};

/** Limits the number of items on a page of an area. */
const atMost = (area: string, size: number, capped: boolean) =>
  where(
    ({ operation }) => operation.area === area,
    (steps) => ({
      readPaging: (context) => {
        const page = steps.readPaging(context);
        if (page.size <= size) return page;
        if (capped) return { ...page, size };
        throw new Refusal(400, `at most ${size}`);
      },
    }),
  );

/** Unspecified behaviour of pages. */
export const paging = family('paging', [
  {
    id: 'the-page-after-the-last-is-a-404',
    title: 'the page after the last returns 404',
    chooses: ['paging.after-last'],
    hooks: [afterLast(404)],
  },
  {
    id: 'the-page-after-the-last-is-a-400',
    title: 'the page after the last returns 400',
    chooses: ['paging.after-last'],
    hooks: [afterLast(400)],
  },
  {
    id: 'the-page-after-the-last-is-the-last-one-once-more',
    title: 'the page after the last returns the last page again',
    chooses: ['paging.after-last'],
    hooks: [wrapped((last) => last)],
  },
  {
    id: 'the-page-after-the-last-is-the-first-one-once-more',
    title: 'the page after the last returns the first page again',
    chooses: ['paging.after-last'],
    hooks: [wrapped(() => 1n)],
  },
  {
    title: 'a page number far after the last page is rejected',
    chooses: ['paging.after-last'],
    hooks: [
      (steps) => ({
        readPaging: (context) => {
          const page = steps.readPaging(context);
          if (page.number * BigInt(page.size) > 1_000_000n) throw new Refusal(400, 'too far');
          return page;
        },
      }),
    ],
  },
  {
    title: 'page_number, page_size and total_pages are null',
    chooses: ['records.presence'],
    hooks: [pagination((given) => ({ ...given, page_number: null, page_size: null, total_pages: null }))],
  },
  {
    title: 'total_pages is null',
    chooses: ['records.presence'],
    hooks: [pagination((given) => ({ ...given, total_pages: null }))],
  },
  {
    title: 'all members of pagination are null, total_items in all areas',
    chooses: ['records.presence'],
    hooks: [pagination(() => ({ page_number: null, page_size: null, total_pages: null, total_items: null }))],
  },
  {
    title: 'page_number, page_size and total_pages are absent',
    chooses: ['records.presence'],
    warnings: {
      rules: ['paging.members'],
      because: 'The document does not specify which fields may be absent, but a client that reads pages needs these.',
    },
    hooks: [pagination(({ page_number: _number, page_size: _size, total_pages: _pages, ...given }) => ({ ...given }))],
  },
  {
    title: 'a page_size over the maximum is capped',
    chooses: ['paging.maximum-kept'],
    hooks: [
      (steps) => ({
        readPaging: (context) =>
          Number(context.query.page_size) > 1000
            ? steps.readPaging({ ...context, query: { ...context.query, page_size: '1000' } })
            : steps.readPaging(context),
      }),
    ],
  },
  {
    id: 'a-capped-page-size-is-repeated-as-it-was-asked-for',
    title: 'a page_size over the maximum is capped, but repeated with the requested value',
    chooses: ['paging.maximum-kept', 'paging.maximum-echo'],
    reference: { sizes: { applications: 60, users: 1010, subscriptions: 60, agreements: 4, contracts: 4 } },
    warnings: {
      rules: ['paging.maximum-echo'],
      because:
        'The document specifies that page_size is repeated, but not with which value; a client expects the actual size.',
    },
    hooks: [
      (steps) => ({
        readPaging: (context) =>
          Number(context.query.page_size) > 1000
            ? steps.readPaging({ ...context, query: { ...context.query, page_size: '1000' } })
            : steps.readPaging(context),
      }),
      pagination((given, { query }) =>
        Number(query.page_size) > 1000 ? { ...given, page_size: Number(query.page_size) } : given,
      ),
    ],
  },
  {
    title: 'an empty paging parameter counts as absent',
    chooses: ['paging.invalid', 'paging.lenient'],
    hooks: [
      (steps) => ({
        readPaging: (context) => {
          const given = Object.entries(context.query).filter(
            ([name, value]) => !name.startsWith('page_') || value !== '',
          );
          return steps.readPaging({ ...context, query: Object.fromEntries(given) });
        },
      }),
    ],
  },
  {
    id: 'paging-that-is-no-number-is-clamped',
    title: 'paging parameters that are not a number are clamped',
    chooses: ['paging.invalid', 'paging.narrow-page-number'],
    warnings: {
      rules: ['paging.invalid', 'paging.narrow-page-number'],
      because:
        'The document does not specify the response to a value outside its type; a rejection helps a client most.',
    },
    hooks: [
      (steps) => ({
        readPaging: (context) => {
          try {
            return steps.readPaging(context);
          } catch {
            return { number: 1n, size: 100 };
          }
        },
      }),
    ],
  },
  {
    id: 'page-numbers-have-64-bits-everywhere',
    title: 'page_number has 64 bits in all areas',
    chooses: ['paging.narrow-page-number'],
    warnings: {
      rules: ['paging.narrow-page-number'],
      because: 'A wider type than the documented one accepts all documented values, and more.',
    },
    hooks: [
      where(
        ({ query }) => /^\d{10}$/.test(String(query.page_number)),
        (steps) => ({
          readPaging: (context) => ({
            ...steps.readPaging({ ...context, query: { ...context.query, page_number: '1' } }),
            number: BigInt(String(context.query.page_number)),
          }),
        }),
      ),
    ],
  },
  {
    title: 'the largest page of the applications area is 100',
    chooses: ['paging.maximum-elsewhere'],
    hooks: [atMost('applications', 100, false)],
  },
  {
    id: 'the-largest-page-of-the-subscriptions-area-is-capped-at-200',
    title: 'a page of the subscriptions area is capped at 200',
    chooses: ['paging.maximum-elsewhere'],
    hooks: [atMost('subscriptions', 200, true)],
  },
  {
    title: 'an empty list has one page',
    chooses: ['paging.total-pages'],
    hooks: [pagination((given) => (given.total_pages === 0 ? { ...given, total_pages: 1 } : given))],
  },
  {
    id: 'an-unknown-parameter-is-a-400',
    title: 'an unknown parameter returns 400',
    chooses: ['paging.unknown-parameter'],
    hooks: [
      (steps) => ({
        perform: (context) => {
          if (context.query.touchstone !== undefined) throw new Refusal(400, 'unknown parameter');
          return steps.perform(context);
        },
      }),
    ],
  },
  {
    id: 'the-list-has-an-order-of-its-own',
    title: 'the list has another default order',
    chooses: ['paging.order'],
    hooks: [(steps) => ({ collect: (context) => steps.collect(context).toReversed() })],
  },
]);
