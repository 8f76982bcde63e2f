import { setTimeout as wait } from 'node:timers/promises';
import type { Hook } from '../behaviour.js';
import { answer, closing, refusal, repeatingCredential, sent, where } from '../hooks.js';
import { eachRarely, family } from './mutant.js';

/** Some of several requests with the same path and query, by their number: the first one is 1. */
const whichOf =
  (isMeant: (count: number) => boolean) =>
  (hook: Hook): Hook =>
  (steps) => {
    const counts = new Map<string, number>();
    return where(({ params, query }) => {
      const key = JSON.stringify([params, query]);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return isMeant(count);
    }, hook)(steps);
  };

const everySecond = whichOf((count) => count % 2 === 0);
const allButTheFirst = whichOf((count) => count > 1);

/** Takes a day of long ago for a missing toDate; it precedes the fromDate of most requests. */
const withoutToDate: Hook = (steps) => ({
  readDates: (context) => {
    const { fromDate, toDate } = context.query;
    if (toDate !== undefined) return steps.readDates(context);
    const longAgo = `${fromDate}`.includes('T') ? '2019-01-01T00:00:00Z' : '2019-01-01';
    return steps.readDates({ ...context, query: { ...context.query, toDate: longAgo } });
  },
});

/** Defects of few responses, or of the bytes of a response. */
export const rareAnswers = family('rare-answers', [
  {
    id: 'the-second-identical-read-is-reversed',
    title: 'every second identical read of a list is in the opposite order',
    operation: 'getUserApplications',
    rule: 'answers.repeatable',
    also: ['paging.order'],
    rarity: 'rare',
    hook: everySecond((steps) => ({
      answerList: (context) => {
        const given = steps.answerList(context);
        const { items, ...rest } = given.body as { readonly items: readonly unknown[] };
        return { ...given, body: { ...rest, items: items.toReversed() } };
      },
    })),
  },
  {
    id: 'the-second-identical-read-is-empty',
    title: 'every second identical read of a record is an empty one',
    operation: 'getContractType',
    rule: 'answers.repeatable',
    also: ['relations.links', 'records.id-present'],
    rarity: 'rare',
    hook: everySecond(answer((given) => ({ ...given, body: { _links: [] } }))),
  },
  {
    id: 'each-read-but-the-first-lacks-the-licenses',
    title: 'each read of an application but the first returns no licenses',
    operation: 'getApplication',
    rule: 'answers.repeatable-values',
    also: ['relations.detail-agrees'],
    rarity: 'rare',
    hook: allButTheFirst(answer((given) => ({ ...given, body: { ...Object(given.body), licenses: [] } }))),
  },
  {
    id: 'every-second-read-has-another-name',
    title: 'every second read of a user has a shorter name',
    operation: 'getUser',
    rule: 'answers.repeatable-values',
    rarity: 'rare',
    hook: everySecond(
      answer((given) => {
        const body = Object(given.body) as { readonly displayName?: unknown };
        return { ...given, body: { ...body, displayName: `${body.displayName}`.slice(0, 3) } };
      }),
    ),
  },
  {
    id: 'each-read-but-the-first-lacks-the-last-record',
    title: 'each read of a child list but the first lacks the last record',
    operation: 'getUserSubscriptions',
    rule: 'answers.repeatable',
    also: ['paging.partition', 'paging.total-items', 'paging.full-pages'],
    rarity: 'rare',
    hook: allButTheFirst((steps) => ({
      answerList: (context) => {
        const given = steps.answerList(context);
        const { items, ...rest } = given.body as { readonly items: readonly unknown[] };
        return { ...given, body: { ...rest, items: items.slice(0, -1) } };
      },
    })),
  },
  {
    id: 'pages-meet-under-concurrency',
    title: 'two concurrent requests both get the pagination of the later one',
    operation: 'getApplicationUsers',
    rule: 'paging.echo',
    also: ['paging.defaults', 'paging.partition', 'paging.total-pages', 'filter.totals'],
    rarity: 'rare',
    hook: (steps) => {
      let shared: unknown;
      return {
        respond: async (given, context) => {
          const body = given.body as { pagination?: unknown } | undefined;
          if (body?.pagination === undefined) return steps.respond(given, context);
          shared = body.pagination;
          await wait(1);
          return steps.respond({ ...given, body: { ...body, pagination: shared } }, context);
        },
      };
    },
  },
  {
    id: 'a-body-is-shorter-than-its-length',
    title: 'a body ends before its content-length',
    operation: 'getAgreementTypes',
    rule: 'answers.whole',
    hook: sent((reply) => ({
      ...reply,
      write: (response) => {
        const text = reply.text ?? '';
        const head = `HTTP/1.1 ${reply.status} OK\r\ncontent-type: application/json\r\nconnection: close\r\n`;
        response.socket?.end(`${head}content-length: ${Buffer.byteLength(text) + 10}\r\n\r\n${text}`);
      },
    })),
  },
  {
    id: 'a-chunk-is-cut-off',
    title: 'a chunked body ends without its last chunk',
    operation: 'getUserKpis',
    rule: 'answers.whole',
    hook: sent((reply) => ({
      ...reply,
      write: (response) => {
        const text = reply.text ?? '';
        const head = `HTTP/1.1 ${reply.status} OK\r\ncontent-type: application/json\r\n`;
        const size = Buffer.byteLength(text).toString(16);
        response.socket?.end(`${head}transfer-encoding: chunked\r\n\r\n${size}\r\n${text}\r\n`);
      },
    })),
  },
  {
    id: 'a-body-is-in-latin-1',
    title: 'a body is sent in Latin-1, which shows where a letter is outside ASCII',
    operation: 'getUsers',
    rule: 'answers.json',
    also: ['filter.hard-values'],
    rarity: 'rare',
    hook: sent((reply) => ({
      ...reply,
      write: (response) => {
        response.writeHead(reply.status, { ...reply.headers }).end(Buffer.from(reply.text ?? '', 'latin1'));
      },
    })),
  },
  {
    id: 'two-values-follow-each-other',
    title: 'a body is two consecutive JSON values',
    operation: 'getAgreementPeriods',
    rule: 'answers.json',
    hook: sent((reply) => (reply.status === 200 ? { ...reply, text: `${reply.text}\n${reply.text}` } : reply)),
  },
  {
    id: 'a-body-holds-nan',
    title: 'a number is written as NaN',
    operation: 'getSubscriptionUserConsumptions',
    rule: 'answers.json',
    hook: sent((reply) => ({
      ...reply,
      text: reply.text?.replace(/"potentialSavings":-?[\d.]+/, '"potentialSavings":NaN') ?? null,
    })),
  },
  {
    title: 'a body has no media type',
    operation: 'getContractPeriods',
    rule: 'answers.media-type',
    hook: sent((reply) => ({
      ...reply,
      write: (response) => {
        response.writeHead(reply.status).end(reply.text ?? undefined);
      },
    })),
  },
  {
    id: 'a-filtered-list-is-sent-as-html',
    title: 'only a filtered list is sent as HTML',
    operation: 'getApplications',
    rule: 'answers.media-type',
    rarity: 'rare',
    hook: where(
      ({ query }) => query.filter !== undefined,
      sent((reply) => ({ ...reply, headers: { ...reply.headers, 'content-type': 'text/html' } })),
    ),
  },
  {
    id: 'a-malformed-filter-shows-a-stack-trace',
    title: 'only the error response to a malformed filter contains a stack trace',
    operation: 'getContracts',
    rule: 'answers.no-stack-trace',
    rarity: 'rare',
    hook: where(
      ({ query }) => query.filter !== undefined,
      refusal((given) => ({
        ...given,
        body: { error: { code: given.status, message: 'parse\n    at parse (/srv/app/filter.js:10:5)' } },
      })),
    ),
  },
  {
    id: 'a-refusal-repeats-the-credential',
    title: 'the error response to an unknown id repeats the credential',
    operation: 'getUser',
    rule: 'answers.no-credential',
    rarity: 'rare',
    hook: refusal((given, { headers }) =>
      given.status === 404
        ? { ...given, body: { error: { code: 404, message: `nothing for ${headers.authorization}` } } }
        : given,
    ),
  },
  ...(['getContracts', 'getAgreement', 'getUserKpis'] as const).map((operation) => ({
    title: `the 401 response to a wrong credential repeats it in ${operation}`,
    operation,
    rule: 'answers.no-credential' as const,
    rules: ['authorization.not-repeated'] as const,
    rarity: 'rare' as const,
    hook: repeatingCredential,
  })),
  {
    id: 'a-malformed-filter-alone-has-no-code',
    title: 'only the 400 response to a malformed filter has no code',
    operation: 'getSubscriptionInsightUsers',
    rule: 'errors.body-400',
    rarity: 'rare',
    hook: where(
      ({ query }) => query.filter !== undefined,
      refusal((given) => ({ ...given, body: { error: { message: 'no' } } })),
    ),
  },
  {
    id: 'a-missing-todate-alone-is-taken',
    title: 'only toDate is optional',
    operation: 'getApplicationsOverviewKpis',
    rule: 'errors.dates-required',
    rarity: 'rare',
    hook: (steps) => ({
      readDates: (context) => (context.query.toDate === undefined ? { from: 0, to: 1 } : steps.readDates(context)),
    }),
  },
  {
    id: 'a-missing-todate-is-a-day-of-long-ago',
    title: 'a missing toDate is a day of long ago',
    operation: 'getApplicationsKpis',
    rule: 'errors.dates-required',
    rarity: 'rare',
    hook: withoutToDate,
  },
  {
    id: 'a-missing-todate-is-a-day-of-long-ago-in-get-user-kpis',
    title: 'a missing toDate is a day of long ago in getUserKpis',
    operation: 'getUserKpis',
    rule: 'errors.dates-required-users',
    rarity: 'rare',
    hook: withoutToDate,
  },
  {
    id: 'a-range-may-end-before-it-begins',
    title: 'a range of dates may end before it begins',
    operation: 'getApplicationsKpis',
    rule: 'errors.dates-invalid',
    rarity: 'rare',
    hook: (steps) => ({
      readDates: (context) =>
        String(context.query.fromDate) > String(context.query.toDate) ? { from: 0, to: 1 } : steps.readDates(context),
    }),
  },
  {
    id: 'an-id-in-upper-case-is-unknown-and-a-500',
    title: 'an unknown id returns 500',
    operation: 'getApplicationKpis',
    rule: 'errors.unknown-id',
    also: ['errors.body-400', 'errors.body-other'],
    hook: refusal((given) =>
      given.status === 404 ? { status: 500, body: { error: { code: 500, message: 'null' } } } : given,
    ),
  },
  ...eachRarely(['getUsers', 'getApplicationUsersConsumptions'], 'a filter with -ge closes the connection', {
    rule: 'answers.response',
    hook: closing((_reply, { query }) => String(query.filter).includes('-ge')),
  }),
  ...eachRarely(['getContracts', 'getSubscriptionUsers'], 'a page_size of 0 closes the connection', {
    rule: 'answers.response',
    hook: closing((_reply, { query }) => query.page_size === '0'),
  }),
  ...eachRarely(['getUser', 'getAgreementPeriods'], 'an unknown id closes the connection', {
    rule: 'answers.response',
    hook: closing(({ status }) => status === 404),
  }),
]);
