import { type Hook, type ReferenceOptions, Refusal, type Row } from '../../reference/index.js';
import { answer, body, record, refusal, where } from './hooks.js';
import { evaluator } from './query-mutants.js';

/** The reference with another legal choice where the document is silent. */
export interface Variant {
  readonly name: string;
  readonly hooks?: readonly Hook[];
  readonly reference?: ReferenceOptions;
  /** Rules of level should that rightly hold a reservation against it. */
  readonly reservations?: readonly string[];
  readonly verdict?: 'undecided';
}

const headers = (extra: Record<string, string>): Hook =>
  answer((given) => ({ ...given, headers: { ...given.headers, ...extra } }));

const message = (status: number, from: number): Hook =>
  refusal((given) =>
    given.status === from ? { ...given, status, body: { error: { code: status, message: 'no' } } } : given,
  );

const everyRecord = (change: (one: Row, index: number) => Row): Hook =>
  where(({ operation }) => operation.binding.method === 'GET', record(change));

const nulls = (one: Row): Row =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => [
      name,
      name === 'id' || name === '_links' || name === 'items' || name === 'pagination' ? value : null,
    ]),
  );

const alike = (one: Row): Row => ({
  ...one,
  ...(typeof one.name === 'string' && { name: 'same' }),
  ...(typeof one.displayName === 'string' && { displayName: 'same' }),
});

export const variants: readonly Variant[] = [
  {
    name: 'the page after the last is a 404',
    hooks: [
      answer((given, { query }) =>
        (given.body as { items?: unknown[] }).items?.length === 0 && Number(query.page_number ?? 1) > 1
          ? { status: 404, body: { error: { code: 404, message: 'no such page' } } }
          : given,
      ),
    ],
  },
  {
    name: 'the page after the last is a 400',
    hooks: [
      answer((given, { query }) =>
        (given.body as { items?: unknown[] }).items?.length === 0 && Number(query.page_number ?? 1) > 1
          ? { status: 400, body: { error: { code: 400, message: 'no such page' } } }
          : given,
      ),
    ],
  },
  {
    name: 'a page_size over the maximum is capped',
    hooks: [
      (steps) => ({
        readPaging: (context) =>
          Number(context.query.page_size) > 1000
            ? { ...steps.readPaging({ ...context, query: { ...context.query, page_size: '1000' } }) }
            : steps.readPaging(context),
      }),
    ],
  },
  {
    name: 'paging that is no number is clamped',
    reservations: ['paging.invalid', 'paging.narrow-page-number'],
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
    name: 'the largest page of the applications area is 100',
    hooks: [
      where(
        ({ operation }) => operation.area === 'applications',
        (steps) => ({
          readPaging: (context) => {
            const page = steps.readPaging(context);
            if (page.size > 100) throw new Refusal(400, 'at most 100');
            return page;
          },
        }),
      ),
    ],
  },
  {
    name: 'fields are null',
    hooks: [everyRecord((one) => (one.items === undefined && one.pagination === undefined ? nulls(one) : one))],
  },
  {
    name: 'fields are absent',
    hooks: [
      everyRecord((one) => Object.fromEntries(Object.entries(one).filter(([name]) => ['id', '_links'].includes(name)))),
    ],
  },
  {
    name: 'records carry fields that the document does not name',
    hooks: [everyRecord((one) => ({ ...one, x_internal: { deep: [1] }, extra: null }))],
  },
  {
    name: 'ids are in upper case in the details',
    hooks: [
      where(
        ({ operation }) => operation.success.item === undefined && operation.success.schema !== 'task',
        record((one) => ({ ...one, id: typeof one.id === 'string' ? one.id.toUpperCase() : one.id })),
      ),
    ],
  },
  {
    name: 'times have fractions and offsets',
    hooks: [
      everyRecord((one) =>
        Object.fromEntries(
          Object.entries(one).map(([name, value]) => [
            name,
            typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:]+Z$/.test(value)
              ? value.replace('Z', '.125+00:00')
              : value,
          ]),
        ),
      ),
    ],
  },
  { name: 'an unknown id is a 400', reservations: ['errors.unknown-id-404'], hooks: [message(400, 404)] },
  {
    name: 'a 404 has an empty body',
    reservations: ['errors.body-other'],
    hooks: [refusal((given) => (given.status === 404 ? { status: 404 } : given))],
  },
  {
    name: 'a 404 has an HTML body',
    reservations: ['errors.body-other', 'errors.media-type'],
    hooks: [
      (steps) => ({
        respond: async (given, context) => {
          const reply = await steps.respond(given, context);
          return given.status === 404
            ? { ...reply, headers: { 'content-type': 'text/html' }, text: '<h1>not found</h1>' }
            : reply;
        },
      }),
    ],
  },
  { name: 'a missing credential is a 403', reservations: ['authorization.status'], hooks: [message(403, 401)] },
  {
    name: 'a 401 has an empty body',
    reservations: ['authorization.body'],
    hooks: [refusal((given) => (given.status === 401 ? { status: 401 } : given))],
  },
  {
    name: 'a 401 names a scheme of its own',
    hooks: [
      refusal((given) =>
        given.status === 401 ? { ...given, body: { error: { code: 401, message: 'log in', details: ['x'] } } } : given,
      ),
    ],
  },
  {
    name: 'the agreement area is refused with 403',
    hooks: [
      where(
        ({ operation }) => operation.area === 'agreements',
        (_steps) => ({
          perform: () => {
            throw new Refusal(403, 'not bought');
          },
        }),
      ),
    ],
  },
  {
    name: 'the applications area is refused with 403',
    hooks: [
      where(
        ({ operation }) => operation.area === 'applications',
        (_steps) => ({
          perform: () => {
            throw new Refusal(403, 'not allowed');
          },
        }),
      ),
    ],
  },
  {
    name: 'contracts alone are refused with 403',
    hooks: [
      where(
        ({ operation }) => operation.id.startsWith('getContract'),
        (_steps) => ({
          perform: () => {
            throw new Refusal(403, 'not allowed');
          },
        }),
      ),
    ],
  },
  {
    name: 'a filter takes only the name and the display name',
    hooks: [
      (steps) => ({
        parseFilter: (text, schema, context) => {
          if (!/^(name|displayName|touchstoneNoSuchField)\b/.test(text)) throw new Refusal(400, 'not filterable');
          return steps.parseFilter(text, schema, context);
        },
      }),
    ],
  },
  {
    name: 'no field can be filtered',
    reservations: ['filter.offered'],
    hooks: [
      (steps) => ({
        readFilter: (context) => {
          if (context.query.filter !== undefined) throw new Refusal(400, 'not filterable');
          return steps.readFilter(context);
        },
      }),
    ],
  },
  {
    name: 'no field can be sorted by',
    reservations: ['sort.offered'],
    hooks: [
      (steps) => ({
        readSort: (context) => {
          if (context.query.sort !== undefined) throw new Refusal(400, 'not sortable');
          return steps.readSort(context);
        },
      }),
    ],
  },
  {
    name: 'only ascending sorts by one key are taken',
    hooks: [
      (steps) => ({
        readSort: (context) => {
          const keys = steps.readSort(context);
          if (keys.length > 1 || keys.some(({ direction }) => direction === 'desc')) throw new Refusal(400, 'asc only');
          return keys;
        },
      }),
    ],
  },
  {
    name: 'texts are filtered without case',
    hooks: [
      evaluator(({ field, type, operator, value }, row, right) => {
        const own = row[field];
        if (type !== 'string' || typeof own !== 'string') return right;
        const [actual, wanted] = [own.toLowerCase(), String(value).toLowerCase()];
        if (operator === '-eq' || operator === '-ne') return (actual === wanted) === (operator === '-eq');
        return actual.includes(wanted) === (operator === '-contains');
      }),
    ],
  },
  {
    name: 'texts are sorted without case and accents',
    hooks: [
      (steps) => ({
        compareBy: (key, left, right, context) => {
          const [a, b] = [left[key.field], right[key.field]];
          if (typeof a !== 'string' || typeof b !== 'string') return steps.compareBy(key, left, right, context);
          return (key.direction === 'asc' ? 1 : -1) * a.localeCompare(b, 'en', { sensitivity: 'base' });
        },
      }),
    ],
  },
  {
    name: 'nulls are sorted first',
    hooks: [
      (steps) => ({
        compareBy: (key, left, right, context) => {
          const [a, b] = [left[key.field] ?? null, right[key.field] ?? null];
          return a === null || b === null
            ? Number(b === null) - Number(a === null)
            : steps.compareBy(key, left, right, context);
        },
      }),
    ],
  },
  {
    name: 'ties of a sort are in descending order of the id',
    hooks: [
      (steps) => ({
        order: (all, keys, context) =>
          keys.length === 0
            ? all
            : all.toSorted(
                (one, other) =>
                  keys.map((key) => steps.compareBy(key, one, other, context)).find((result) => result !== 0) ??
                  (String(one.id) < String(other.id) ? 1 : -1),
              ),
      }),
    ],
  },
  {
    name: 'the list has an order of its own',
    hooks: [(steps) => ({ collect: (context) => steps.collect(context).toReversed() })],
  },
  {
    name: 'an unknown parameter is a 400',
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
    name: 'the media type has a charset and a profile',
    hooks: [headers({ 'content-type': 'application/json; profile="x"; charset=UTF-8' })],
  },
  {
    name: 'the media type has a structured suffix',
    hooks: [headers({ 'content-type': 'application/vnd.touchstone.v1+json' })],
  },
  {
    name: 'links are absolute',
    hooks: [
      where(
        ({ operation }) => operation.area === 'agreements',
        body((given, { headers: sent }) => ({
          ...given,
          _links: (given._links as Row[]).map((link) => ({ ...link, href: `http://${sent.host}/${link.href}` })),
        })),
      ),
    ],
  },
  {
    name: 'links begin with a slash',
    hooks: [
      where(
        ({ operation }) => operation.area === 'agreements',
        body((given) => ({
          ...given,
          _links: (given._links as Row[]).map((link) => ({ ...link, href: `/${link.href}` })),
        })),
      ),
    ],
  },
  {
    name: 'links lead to another origin',
    hooks: [
      where(
        ({ operation }) => operation.area === 'agreements',
        body((given) => ({
          ...given,
          _links: (given._links as Row[]).map((link) => ({ ...link, href: `https://public.example/${link.href}` })),
        })),
      ),
    ],
  },
  {
    name: 'there are no links to follow',
    hooks: [
      where(
        ({ operation }) => operation.area === 'agreements',
        body((given) => ({ ...given, _links: [] })),
      ),
    ],
  },
  {
    name: 'an empty list has one page',
    hooks: [
      body((given) =>
        given.pagination !== undefined && (given.pagination as Row).total_pages === 0
          ? { ...given, pagination: { ...(given.pagination as Row), total_pages: 1 } }
          : given,
      ),
    ],
  },
  {
    name: 'dates of the user KPIs may be left out and are a 422',
    hooks: [
      where(
        ({ operation }) => operation.id === 'getUserKpis',
        refusal((given) =>
          given.status === 400 ? { ...given, status: 422, body: { error: { code: 422, message: 'dates' } } } : given,
        ),
      ),
    ],
  },
  {
    name: 'every record looks alike',
    hooks: [
      (steps) => ({
        collect: (context) => steps.collect(context).map(alike),
        find: (kind, id, context) => alike(steps.find(kind, id, context) as unknown as Row) as never,
      }),
    ],
  },
  {
    name: 'a field moves with every read',
    hooks: [
      where(
        ({ operation }) => operation.success.schema?.startsWith('user') === true,
        record((one) =>
          typeof one.lastActive === 'string' && one.lastActive.endsWith('Z')
            ? { ...one, lastActive: new Date(Date.UTC(2025, 0, 1) + Math.floor(performance.now())).toISOString() }
            : one,
        ),
      ),
    ],
  },
  {
    name: 'an empty tenant',
    reference: { sizes: { applications: 0, users: 0, subscriptions: 0, agreements: 0, contracts: 0 } },
    verdict: 'undecided',
  },
  {
    name: 'one record of each',
    reference: { sizes: { applications: 1, users: 1, subscriptions: 1, agreements: 1, contracts: 1 } },
  },
  {
    name: 'two records of each',
    reference: { sizes: { applications: 2, users: 2, subscriptions: 2, agreements: 2, contracts: 2 } },
  },
  {
    name: 'more users than a page holds',
    reference: { sizes: { applications: 12, users: 1100, subscriptions: 5, agreements: 10, contracts: 10 } },
  },
];
