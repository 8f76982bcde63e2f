import { type Hook, Refusal, type Row } from '../../reference/index.js';
import { answer, body, on, pagination, record, refusal, where } from './hooks.js';

/** The reference with one defect. */
export interface Mutant {
  readonly name: string;
  readonly hook: Hook;
  /** The operation that is broken. */
  readonly operation: string;
  /** The rule that must find it. */
  readonly rule: string;
  /** The operation whose check finds it, where that is not the broken one: two paths that differ accuse either. */
  readonly seenFrom?: string;
  /** Rules that the same defect breaks as well. */
  readonly also?: readonly string[];
}

const text =
  (change: (text: string) => string, headers: Record<string, string> = {}): Hook =>
  (steps) => ({
    respond: async (given, context) => {
      const reply = await steps.respond(given, context);
      if (reply.status !== 200) return reply;
      return { ...reply, headers: { ...reply.headers, ...headers }, text: change(reply.text ?? '') };
    },
  });

const filterText = (context: { query: Readonly<Record<string, string | readonly string[]>> }) =>
  String(context.query.filter ?? '');

export const mutants: readonly Mutant[] = [
  // Any answer
  {
    name: 'a valid read is answered with 500',
    operation: 'getUserKpis',
    rule: 'answers.success-status',
    hook: answer(() => ({ status: 500, body: { error: { code: 500, message: 'no' } } })),
  },
  {
    name: 'a valid read is answered with 201',
    operation: 'getAgreement',
    rule: 'answers.success-status',
    hook: answer((given) => ({ ...given, status: 201 })),
  },
  {
    name: 'a valid read is redirected',
    operation: 'getContractTypes',
    rule: 'answers.success-status',
    hook: answer(() => ({ status: 302, headers: { location: '/login' } })),
  },
  {
    name: 'page 3 is a 500',
    operation: 'getUsers',
    rule: 'answers.success-status',
    hook: where(
      ({ query }) => query.page_number === '3',
      answer(() => ({ status: 500, body: { error: { code: 500, message: 'no' } } })),
    ),
  },
  {
    name: 'JSON is sent as text/plain',
    operation: 'getApplication',
    rule: 'answers.media-type',
    hook: text((given) => given, { 'content-type': 'text/plain' }),
  },
  {
    name: 'the body is cut off',
    operation: 'getContract',
    rule: 'answers.json',
    hook: text((given) => given.slice(0, -1)),
  },
  {
    name: 'the body begins with a byte order mark',
    operation: 'getAgreementType',
    rule: 'answers.json',
    hook: text((given) => `\ufeff${given}`),
  },
  {
    name: 'the order changes with every read',
    operation: 'getContracts',
    rule: 'answers.repeatable',
    also: ['paging.order', 'paging.partition', 'filter.complete'],
    hook: (steps) => ({ collect: (context) => [...steps.collect(context)].sort(() => Math.random() - 0.5) }),
  },
  {
    name: 'an error carries a stack trace',
    operation: 'getUser',
    rule: 'answers.no-stack-trace',
    hook: refusal((given) => ({
      ...given,
      body: { error: { code: given.status, message: `no\n    at read (/srv/app/server.js:10:5)` } },
    })),
  },
  {
    name: 'the credential is echoed',
    operation: 'getApplicationsKpis',
    rule: 'answers.no-credential',
    hook: answer((given, { headers }) => ({ ...given, headers: { 'x-debug': String(headers.authorization) } })),
  },

  // Records
  {
    name: 'an integer is a text',
    operation: 'getApplications',
    rule: 'records.types',
    also: ['relations.detail-agrees', 'sort.natural'],
    hook: record((one) => ({ ...one, licenseCount: String(one.licenseCount) })),
  },
  {
    name: 'a boolean is a number in one record of 200',
    operation: 'getUsers',
    rule: 'records.types',
    also: ['relations.detail-agrees'],
    hook: record((one, index) => (index === 130 ? { ...one, isOnline: 1 } : one)),
  },
  {
    name: 'an integer is a fraction',
    operation: 'getSubscriptionUserConsumptions',
    rule: 'records.types',
    hook: record((one) => ({ ...one, activityThreshold: 1.5 })),
  },
  {
    name: 'a nested field has a wrong type',
    operation: 'getApplication',
    rule: 'records.types',
    also: ['relations.detail-agrees'],
    hook: record((one) => ({
      ...one,
      licenses: (one.licenses as Row[]).map((license) => ({ ...license, total: `${license.total}` })),
    })),
  },
  {
    name: 'a chart is an object',
    operation: 'getUserKpis',
    rule: 'records.types',
    hook: record((one) => ({ ...one, totalChartData: {} })),
  },
  {
    name: 'a chart point has a text for a count',
    operation: 'getUserKpis',
    rule: 'records.types',
    hook: record((one) => ({ ...one, noActivityChartData: [{ noActivity: 'many', total: 3 }] })),
  },
  {
    name: 'discoveryTypes of a user is an array',
    operation: 'getUsers',
    rule: 'records.containers',
    also: ['relations.detail-agrees'],
    hook: record((one) => ({ ...one, discoveryTypes: [1, 2] })),
  },
  {
    name: 'discoveryTypes of an application is index-keyed',
    operation: 'getApplications',
    rule: 'records.containers',
    also: ['relations.detail-agrees'],
    hook: record((one) => ({ ...one, discoveryTypes: { 0: 1 } })),
  },
  {
    name: 'roles of a consumption is an array',
    operation: 'getApplicationUsersConsumptions',
    rule: 'records.containers',
    hook: record((one) => ({ ...one, roles: ['admin'] })),
  },
  {
    name: 'roles of an application user is index-keyed',
    operation: 'getApplicationUsers',
    rule: 'records.containers',
    hook: record((one) => ({ ...one, roles: { 0: 'admin' } })),
  },
  {
    name: 'index keys begin at 1',
    operation: 'getUserApplications',
    rule: 'records.index-keys',
    hook: record((one) => ({ ...one, discoveryTypes: { 1: 4 } })),
  },
  {
    name: 'a date does not exist',
    operation: 'getApplication',
    rule: 'records.dates',
    also: ['relations.detail-agrees'],
    hook: record((one) => ({ ...one, discoveryDate: '2025-02-31' })),
  },
  {
    name: 'a date-time is a date',
    operation: 'getUserDiscoverySources',
    rule: 'records.dates',
    also: ['filter.grammar', 'sort.natural'],
    hook: record((one) => ({ ...one, created: '2025-02-01' })),
  },
  {
    name: 'createdDate of a consumption is a date-time',
    operation: 'getSubscriptionUserConsumptions',
    rule: 'records.dates',
    also: ['sort.natural'],
    hook: record((one) => ({ ...one, createdDate: '2025-02-01T00:00:00Z' })),
  },
  {
    name: 'lastActive of a consumption has a zone',
    operation: 'getApplicationUsersConsumptions',
    rule: 'records.zones',
    also: ['sort.natural'],
    hook: record((one) => ({ ...one, lastActive: '2025-02-01T00:00:00Z' })),
  },
  {
    name: 'lastActive of a user has no zone',
    operation: 'getUser',
    rule: 'records.zones',
    also: ['relations.detail-agrees'],
    hook: record((one) => ({ ...one, lastActive: '2025-02-01T00:00:00' })),
  },
  {
    name: 'an id is no UUID',
    operation: 'getUserDiscoverySources',
    rule: 'records.id-form',
    hook: record((one) => ({ ...one, id: `${one.id}`.slice(1) })),
  },
  {
    name: 'a vendorId is no UUID',
    operation: 'getUserApplications',
    rule: 'records.identifier-form',
    hook: record((one) => ({ ...one, vendorId: 'v-17' })),
  },
  {
    name: 'a record has no id',
    operation: 'getContractPeriods',
    rule: 'records.id-present',
    hook: record(({ id: _id, ...one }) => one),
  },

  // Paging
  {
    name: 'a list is a bare array',
    operation: 'getAgreementTypes',
    rule: 'paging.envelope',
    also: ['relations.links'],
    hook: body((given) => given.items),
  },
  {
    name: 'pagination is missing',
    operation: 'getUserSubscriptions',
    rule: 'paging.envelope',
    hook: body(({ pagination: _pagination, ...given }) => given),
  },
  {
    name: 'total_pages is a text',
    operation: 'getAgreements',
    rule: 'paging.numbers',
    hook: pagination((given) => ({ ...given, total_pages: `${given.total_pages}` })),
  },
  {
    name: 'total_items is missing',
    operation: 'getApplications',
    rule: 'paging.total-items',
    hook: pagination(({ total_items: _total, ...given }) => given),
  },
  {
    name: 'the agreement area counts total_items',
    operation: 'getContracts',
    rule: 'paging.total-items',
    hook: pagination((given) => ({ ...given, total_items: 23 })),
  },
  {
    name: 'the default page_size is 50',
    operation: 'getUsers',
    rule: 'paging.defaults',
    hook: (steps) => ({
      readPaging: (context) => ({
        ...steps.readPaging(context),
        ...(context.query.page_size === undefined && { size: 50 }),
      }),
    }),
  },
  {
    name: 'pages are counted from 0 in the answer',
    operation: 'getApplicationUsers',
    rule: 'paging.echo',
    also: ['paging.defaults'],
    hook: pagination((given) => ({ ...given, page_number: Number(given.page_number) - 1 })),
  },
  {
    name: 'page_size is repeated as the number of items',
    operation: 'getContracts',
    rule: 'paging.echo',
    also: ['paging.defaults', 'paging.maximum-echo'],
    hook: body((given) => ({
      ...given,
      pagination: { ...(given.pagination as Row), page_size: (given.items as Row[]).length },
    })),
  },
  {
    name: 'a page has one item too many',
    operation: 'getUsers',
    rule: 'paging.at-most',
    also: ['paging.partition', 'paging.order', 'paging.full-pages', 'filter.paging', 'sort.permutation'],
    hook: (_steps) => ({
      paginate: (all, page) => all.slice(Number(page.number - 1n) * page.size, Number(page.number) * page.size + 1),
    }),
  },
  {
    name: 'page_size is ignored',
    operation: 'getSubscriptionUsers',
    rule: 'paging.at-most',
    also: ['paging.partition', 'paging.order', 'paging.full-pages'],
    hook: (_steps) => ({ paginate: (all) => all.slice(0, 100) }),
  },
  {
    name: 'total_pages is rounded down',
    operation: 'getUsers',
    rule: 'paging.total-pages',
    also: ['filter.totals'],
    hook: pagination((given) => ({
      ...given,
      total_pages: Math.floor(Number(given.total_items) / Number(given.page_size)),
    })),
  },
  {
    name: 'total_pages of the agreement area is one too many',
    operation: 'getAgreements',
    rule: 'paging.total-pages',
    also: ['filter.totals'],
    hook: pagination((given) => ({ ...given, total_pages: Number(given.total_pages) + 1 })),
  },
  {
    name: 'total_items is one too many',
    operation: 'getApplications',
    rule: 'paging.partition',
    also: ['filter.totals', 'paging.total-pages'],
    hook: pagination((given) => ({ ...given, total_items: Number(given.total_items) + 1 })),
  },
  {
    name: 'the last item of each page is lost',
    operation: 'getUsers',
    rule: 'paging.partition',
    also: [
      'paging.full-pages',
      'paging.order',
      'sort.permutation',
      'filter.paging',
      'filter.complete',
      'filter.totals',
      'filter.hard-values',
    ],
    hook: (steps) => ({
      paginate: (all, page, context) => steps.paginate(all, page, context).slice(0, page.size === 1 ? 1 : -1),
    }),
  },
  {
    name: 'an item is lost at a page border',
    operation: 'getContracts',
    rule: 'paging.partition',
    also: ['paging.full-pages', 'paging.order', 'filter.paging'],
    hook: (steps) => ({
      paginate: (all, page, context) =>
        page.number > 1n ? steps.paginate(all, page, context).slice(1) : steps.paginate(all, page, context),
    }),
  },
  {
    name: 'pages overlap by one item',
    operation: 'getApplicationUsers',
    rule: 'paging.partition',
    also: ['paging.order', 'paging.full-pages', 'sort.permutation', 'filter.paging'],
    hook: (_steps) => ({
      paginate: (all, { number, size }) =>
        number === 1n ? all.slice(0, size) : all.slice(Number(number - 1n) * size - 1, Number(number) * size - 1),
    }),
  },
  {
    name: 'every page is the first one',
    operation: 'getApplications',
    rule: 'paging.partition',
    also: [
      'paging.order',
      'paging.full-pages',
      'sort.permutation',
      'filter.paging',
      'sort.ordered',
      'sort.natural',
      'sort.descending',
      'sort.several-keys',
    ],
    hook: (_steps) => ({ paginate: (all, { size }) => all.slice(0, size) }),
  },
  {
    name: 'page 3 repeats page 2',
    operation: 'getContractTypes',
    rule: 'paging.partition',
    also: ['paging.order', 'paging.full-pages'],
    hook: (steps) => ({
      paginate: (all, page, context) =>
        steps.paginate(all, page.number === 3n ? { ...page, number: 2n } : page, context),
    }),
  },
  {
    name: 'page_size 1 skips the second item',
    operation: 'getUserSubscriptions',
    rule: 'paging.partition',
    hook: (steps) => ({
      paginate: (all, page, context) => steps.paginate(page.size === 1 && page.number === 2n ? [] : all, page, context),
    }),
  },
  {
    name: 'the order depends on the page size',
    operation: 'getAgreements',
    rule: 'paging.order',
    hook: (steps) => ({
      order: (all, keys, context) =>
        Number(context.query.page_size ?? 100) < 50
          ? steps.order(all, keys, context).toReversed()
          : steps.order(all, keys, context),
    }),
  },
  {
    name: 'page_size 1000 is refused',
    operation: 'getUsers',
    rule: 'paging.maximum-taken',
    hook: (steps) => ({
      readPaging: (context) => {
        const page = steps.readPaging(context);
        if (page.size > 500) throw new Refusal(400, 'too large');
        return page;
      },
    }),
  },
  {
    name: 'page_number is 32-bit where it has 64',
    operation: 'getContracts',
    rule: 'paging.wide-page-number',
    hook: (steps) => ({
      readPaging: (context) => {
        const page = steps.readPaging(context);
        if (page.number > 2147483647n) throw new Refusal(400, 'too large');
        return page;
      },
    }),
  },
  {
    name: 'page_number 0 is page 1',
    operation: 'getAgreementPeriods',
    rule: 'paging.invalid',
    hook: (steps) => ({
      readPaging: (context) =>
        steps.readPaging(context.query.page_number === '0' ? { ...context, query: {} } : context),
    }),
  },
  {
    name: 'a page_size that is no number is a 500',
    operation: 'getUserApplications',
    rule: 'paging.invalid',
    hook: (steps) => ({
      readPaging: (context) => {
        if (/[a-z]/.test(String(context.query.page_size ?? ''))) throw new Error('NaN');
        return steps.readPaging(context);
      },
    }),
  },

  // Filter
  {
    name: 'the filter is ignored',
    operation: 'getApplications',
    rule: 'filter.sound',
    also: ['filter.no-match', 'filter.hard-values', 'filter.totals'],
    hook: (_steps) => ({ matches: () => true }),
  },
  {
    name: 'a filter answers what contains the beginning of the value',
    operation: 'getUsers',
    rule: 'filter.sound',
    also: ['filter.quotes', 'filter.hard-values'],
    hook: (steps) => ({
      matches: (filter, one, context) =>
        steps.matches(filter, one, context) ||
        JSON.stringify(one).includes((/'([^']*)'$/.exec(filterText(context))?.[1] ?? '§').slice(0, 4)),
    }),
  },
  {
    name: 'a filter leaves out the last match',
    operation: 'getUserApplications',
    rule: 'filter.complete',
    also: ['filter.hard-values', 'filter.no-match', 'filter.sorted', 'filter.paging', 'filter.quotes'],
    hook: (steps) => ({
      order: (all, keys, context) => steps.order(filterText(context) === '' ? all : all.slice(0, -1), keys, context),
      paginationObject: (page, total, context) =>
        steps.paginationObject(page, filterText(context) === '' ? total : Math.max(0, total - 1), context),
    }),
  },
  {
    name: 'the totals of a filtered list are those of the whole',
    operation: 'getUsers',
    rule: 'filter.totals',
    hook: where(
      (context) => filterText(context) !== '',
      pagination((given) => ({ ...given, total_items: 137, total_pages: Math.ceil(137 / Number(given.page_size)) })),
    ),
  },
  {
    name: 'double quotes are not understood',
    operation: 'getContracts',
    rule: 'filter.quotes',
    also: ['filter.hard-values'],
    hook: (steps) => ({
      parseFilter: (given, schema, context) => {
        if (given.includes('"')) throw new Refusal(400, 'quote');
        return steps.parseFilter(given, schema, context);
      },
    }),
  },
  {
    name: 'no match is a 404',
    operation: 'getApplications',
    rule: 'filter.no-match',
    hook: answer((given) =>
      (given.body as { items?: unknown[] }).items?.length === 0
        ? { status: 404, body: { error: { code: 404, message: 'none' } } }
        : given,
    ),
  },
  {
    name: 'the filter is applied after paging',
    operation: 'getUsers',
    rule: 'filter.paging',
    also: ['filter.complete', 'filter.totals', 'filter.sorted', 'filter.quotes', 'filter.hard-values'],
    hook: (steps) => ({
      answerList: (context) => {
        if (filterText(context) === '') return steps.answerList(context);
        const { filter: _filter, ...rest } = context.query;
        const whole = steps.answerList({ ...context, query: rest });
        const filter = steps.readFilter(context);
        const given = whole.body as { items: Row[] };
        return {
          ...whole,
          body: {
            ...given,
            items: given.items.filter((one) => filter === undefined || steps.matches(filter, one, context)),
          },
        };
      },
    }),
  },
  {
    name: 'a sort drops the filter',
    operation: 'getApplicationUsers',
    rule: 'filter.sorted',
    hook: (steps) => ({
      readFilter: (context) => (context.query.sort === undefined ? steps.readFilter(context) : undefined),
    }),
  },
  {
    name: 'a malformed filter is ignored',
    operation: 'getAgreements',
    rule: 'filter.malformed',
    also: ['filter.unknown-field'],
    hook: (steps) => ({
      readFilter: (context) => {
        try {
          return steps.readFilter(context);
        } catch {
          return undefined;
        }
      },
    }),
  },
  {
    name: 'a malformed filter is a 500',
    operation: 'getSubscriptionUserConsumptions',
    rule: 'filter.malformed',
    also: ['filter.unknown-field'],
    hook: (steps) => ({
      readFilter: (context) => {
        try {
          return steps.readFilter(context);
        } catch {
          throw new Error('parse');
        }
      },
    }),
  },
  {
    name: 'an unknown field matches everything',
    operation: 'getApplications',
    rule: 'filter.unknown-field',
    hook: (steps) => ({
      readFilter: (context) => (filterText(context).includes('NoSuchField') ? undefined : steps.readFilter(context)),
    }),
  },
  {
    name: 'an apostrophe is a 500',
    operation: 'getUsers',
    rule: 'filter.hard-values',
    hook: (steps) => ({
      readFilter: (context) => {
        if (/"[^"]*'|\\'/.test(filterText(context))) throw new Error('sql');
        return steps.readFilter(context);
      },
    }),
  },
  {
    name: 'a percent sign is a wildcard',
    operation: 'getContracts',
    rule: 'filter.hard-values',
    hook: (steps) => ({
      matches: (filter, one, context) => filterText(context).endsWith("'%'") || steps.matches(filter, one, context),
    }),
  },

  // Sort
  {
    name: 'the sort is ignored',
    operation: 'getUsers',
    rule: 'sort.ordered',
    also: ['sort.natural'],
    hook: (_steps) => ({ order: (all) => all }),
  },
  {
    name: 'the sort is within the page',
    operation: 'getApplications',
    rule: 'sort.ordered',
    also: ['sort.natural', 'sort.descending', 'sort.several-keys'],
    hook: (steps) => ({
      order: (all) => all,
      paginate: (all, page, context) =>
        steps.order(steps.paginate(all, page, context), steps.readSort(context), context),
    }),
  },
  {
    name: 'rows without a value are dropped by a sort',
    operation: 'getUsers',
    rule: 'sort.permutation',
    hook: (steps) => ({
      order: (all, keys, context) =>
        steps.order(
          keys.length === 0 ? all : all.filter((one) => one.displayName !== all[3]?.displayName),
          keys,
          context,
        ),
    }),
  },
  {
    name: 'numbers are sorted as text',
    operation: 'getApplications',
    rule: 'sort.natural',
    also: ['sort.several-keys'],
    hook: (steps) => ({
      compareBy: (key, left, right, context) => {
        const [a, b] = [left[key.field], right[key.field]];
        return typeof a === 'number' && typeof b === 'number'
          ? String(a) < String(b)
            ? -1
            : String(a) > String(b)
              ? 1
              : 0
          : steps.compareBy(key, left, right, context);
      },
    }),
  },
  {
    name: 'desc is asc',
    operation: 'getUserSubscriptions',
    rule: 'sort.descending',
    hook: (steps) => ({
      compareBy: (key, left, right, context) => steps.compareBy({ ...key, direction: 'asc' }, left, right, context),
    }),
  },
  {
    name: 'only the first key counts',
    operation: 'getUsers',
    rule: 'sort.several-keys',
    hook: (steps) => ({ readSort: (context) => steps.readSort(context).slice(0, 1) }),
  },
  {
    name: 'a malformed sort is ignored',
    operation: 'getApplicationUsers',
    rule: 'sort.malformed',
    also: ['sort.unknown-field'],
    hook: (steps) => ({
      readSort: (context) => {
        try {
          return steps.readSort(context);
        } catch {
          return [];
        }
      },
    }),
  },

  // Errors
  {
    name: 'an error body has no code',
    operation: 'getApplications',
    rule: 'errors.body-400',
    also: ['errors.body-other', 'authorization.body'],
    hook: (_steps) => ({ errorBody: (_status, message) => ({ error: { message } }) }),
  },
  {
    name: 'the code of an error is a text',
    operation: 'getUser',
    rule: 'errors.body-400',
    also: ['errors.body-other', 'authorization.body'],
    hook: (_steps) => ({ errorBody: (status, message) => ({ error: { code: `${status}`, message } }) }),
  },
  {
    name: 'a 404 has no body',
    operation: 'getContract',
    rule: 'errors.body-other',
    hook: refusal((given) => (given.status === 404 ? { status: 404 } : given)),
  },
  {
    name: 'an error body is sent as HTML',
    operation: 'getAgreement',
    rule: 'errors.media-type',
    hook: refusal((given) => ({ ...given, headers: { ...given.headers, 'content-type': 'text/html' } })),
  },
  {
    name: 'an unknown id answers some record',
    operation: 'getUser',
    rule: 'errors.unknown-id',
    hook: (steps) => ({
      find: (kind, id, context) => {
        try {
          return steps.find(kind, id, context);
        } catch (error) {
          if (kind !== 'user') throw error;
          return context.tenant.users.records[0] as never;
        }
      },
    }),
  },
  {
    name: 'the children of an unknown parent are an empty list',
    operation: 'getApplicationUsers',
    rule: 'errors.unknown-id',
    hook: refusal((given) =>
      given.status === 404
        ? {
            status: 200,
            body: { items: [], pagination: { page_size: 100, page_number: 1, total_pages: 0, total_items: 0 } },
          }
        : given,
    ),
  },
  {
    name: 'an unknown id is a 400',
    operation: 'getApplicationKpis',
    rule: 'errors.unknown-id-404',
    hook: refusal((given) =>
      given.status === 404 ? { status: 400, body: { error: { code: 400, message: 'no' } } } : given,
    ),
  },
  {
    name: 'a malformed id is a 500',
    operation: 'getAgreementType',
    rule: 'errors.malformed-id',
    hook: (steps) => ({
      readId: (parameter, context) => {
        if (context.params[parameter] === 'not-a-uuid') throw new Error('cast');
        return steps.readId(parameter, context);
      },
    }),
  },
  {
    name: 'dates are optional',
    operation: 'getApplicationsKpis',
    rule: 'errors.dates-required',
    also: ['errors.dates-invalid'],
    hook: (steps) => ({
      readDates: (context) => {
        try {
          return steps.readDates(context);
        } catch {
          return { from: 0, to: 1 };
        }
      },
    }),
  },
  {
    name: 'dates of the user KPIs are optional',
    operation: 'getUserKpis',
    rule: 'errors.dates-required-users',
    hook: (steps) => ({
      readDates: (context) =>
        context.query.fromDate === undefined || context.query.toDate === undefined
          ? { from: 0, to: 1 }
          : steps.readDates(context),
    }),
  },
  {
    name: 'a date that does not exist is taken',
    operation: 'getApplicationsOverviewKpis',
    rule: 'errors.dates-invalid',
    hook: (steps) => ({
      readDates: (context) =>
        String(context.query.toDate).includes('02-31') ? { from: 0, to: 1 } : steps.readDates(context),
    }),
  },

  // Authorization
  {
    name: 'one operation asks for no credential',
    operation: 'getContracts',
    rule: 'authorization.required',
    hook: () => ({ authorize: () => undefined }),
  },
  {
    name: 'a wrong credential is taken',
    operation: 'getSubscriptionUsers',
    rule: 'authorization.required',
    hook: (steps) => ({
      authorize: (context) => {
        if (!String(context.headers.authorization ?? '').includes('wrong')) steps.authorize(context);
      },
    }),
  },
  {
    name: 'an empty credential is taken',
    operation: 'getApplicationKpis',
    rule: 'authorization.required',
    also: ['authorization.no-oracle'],
    hook: (steps) => ({
      authorize: (context) => {
        if (String(context.headers.authorization ?? '').trim() !== 'Bearer') steps.authorize(context);
      },
    }),
  },
  {
    name: 'no credential is a 500',
    operation: 'getUserKpis',
    rule: 'authorization.status',
    hook: (steps) => ({
      authorize: (context) => {
        try {
          steps.authorize(context);
        } catch {
          throw new Error('no token');
        }
      },
    }),
  },
  {
    name: 'a 401 has no error body',
    operation: 'getAgreementPeriods',
    rule: 'authorization.body',
    hook: refusal((given) => (given.status === 401 ? { status: 401, headers: given.headers ?? {} } : given)),
  },
  {
    name: 'without a credential, an unknown record is a 404',
    operation: 'getUser',
    rule: 'authorization.no-oracle',
    also: ['authorization.status'],
    hook: (steps) => ({
      authorize: (context) => {
        if (context.params.userId !== undefined) steps.find('user', steps.readId('userId', context), context);
        steps.authorize(context);
      },
    }),
  },

  // Relations
  {
    name: 'a read by id answers the neighbour',
    operation: 'getContract',
    rule: 'relations.same-id',
    also: ['relations.detail-agrees'],
    hook: (steps) => ({
      find: (kind, id, context) => {
        const found = steps.find(kind, id, context);
        if (kind !== 'contract') return found;
        const all = context.tenant.contracts.records.records;
        return all[(all.findIndex((one) => one.id === id) + 1) % all.length] as never;
      },
    }),
  },
  {
    name: 'the detail has another name',
    operation: 'getAgreement',
    rule: 'relations.detail-agrees',
    hook: record((one) => ({ ...one, name: `${one.name}!` })),
  },
  {
    name: 'a child list answers the children of a neighbour',
    operation: 'getUserApplications',
    seenFrom: 'getApplicationUsers',
    rule: 'relations.children',
    hook: (steps) => ({
      collect: (context) => {
        const all = context.tenant.users.records;
        const at = all.findIndex((one) => one.id === context.params.userId);
        const rich = all.findIndex(
          (one, index) => index !== at && steps.collect({ ...context, params: { userId: one.id } }).length > 4,
        );
        return steps.collect({
          ...context,
          params: { userId: (at < 0 ? context.params.userId : all[rich]?.id) as string },
        });
      },
    }),
  },
  {
    name: 'a child list answers everything',
    operation: 'getSubscriptionUsers',
    rule: 'relations.children',
    hook: (steps) => ({
      collect: (context) => {
        steps.collect(context);
        return context.tenant.users.records;
      },
    }),
  },
  {
    name: 'a user has another e-mail address under an application',
    operation: 'getApplicationUsers',
    rule: 'relations.one-truth',
    also: ['filter.complete'],
    hook: record((one) => ({ ...one, email: `x${one.email}` })),
  },
  {
    name: 'a list of the agreement area has no links',
    operation: 'getAgreementTypes',
    rule: 'relations.links',
    hook: body(({ _links, ...given }) => given),
  },
  {
    name: 'a link has no method',
    operation: 'getContractType',
    rule: 'relations.links',
    hook: body((given) => ({ ...given, _links: [{ href: 'api/sam/v2/contracts', rel: 'x' }] })),
  },
  {
    name: 'links are index-keyed in the agreement area',
    operation: 'getAgreement',
    rule: 'relations.links',
    hook: body((given) => ({ ...given, _links: { ...(given._links as object) } })),
  },
  {
    name: 'a link leads nowhere',
    operation: 'getContracts',
    rule: 'relations.links-followed',
    hook: body((given) => ({ ...given, _links: [{ href: 'api/sam/v2/nowhere', rel: 'next', method: 'GET' }] })),
  },
  {
    name: 'a period ends before it begins',
    operation: 'getContractPeriods',
    rule: 'relations.period-order',
    hook: record((one) => ({ ...one, validFrom: one.validTo, validTo: one.validFrom })),
  },
  {
    name: 'a type is not known',
    operation: 'getAgreements',
    rule: 'relations.type-known',
    also: ['relations.detail-agrees'],
    hook: record((one) => ({ ...one, typeId: '3a541836-17ed-4da2-8dee-0b7a1bf39e2d' })),
  },
];

/** The hook of a mutant, on its own operation alone. */
export function hookOf({ hook, operation }: Mutant): Hook {
  return on(operation, hook);
}
