import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { check } from '../../conformance/check.js';
import { createReference } from '../../reference/index.js';
import { suites } from '../../suites/index.js';
import { serve } from '../engine/serve.js';
import { oneIn } from '../one-in.js';

const needs = new Map(suites.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule.needs] as const)));
const SIZES = { applications: 9, users: 12, subscriptions: 6, agreements: 9, contracts: 9 };
const USERS = '/api/saas/consolidated-view/v1/users';
const WRITES = {
  allowWrites: true,
  allowDestroy: true,
  allowScopeAll: true,
  consistencyWindowMs: 60,
  taskTimeoutMs: 300,
} as const;

/** Whatever it holds, one answer shows that it is a success, whole, and JSON, and it shows itself a second time. */
const ANSWER = [
  ...[
    'answers.passing-errors',
    'answers.response',
    'answers.success-status',
    'answers.media-type',
    'answers.json',
    'answers.whole',
    'answers.identity-coding',
    'answers.repeatable',
    'answers.repeatable-values',
  ],
  // It claims that each valid period is a success, and nothing of what that holds.
  'errors.valid-periods',
  // The names of its members are seen in its text.
  'answers.unique-names',
  // Each spelling of a URL returns the same.
  'answers.equivalent-url',
  // Each Accept header, and If-None-Match, returns the same.
  ...['answers.accept', 'answers.conditional'],
  // No request is a server error.
  ...['paging.after-last-status', 'filter.wrong-type', 'filter.operator-types'],
  'answers.charset',
];
/** It does not hold the credential; on the target that echoes it does. */
const SECRETIVE = ['answers.no-credential'];
/** An object {items, pagination} with integers in it, and a total_items where one is documented, is seen on one page. */
const ENVELOPE = ['paging.envelope', 'paging.numbers', 'paging.members', 'paging.total-items'];
/** The page says that it is page 1 of the size 100, which is right where neither was asked for. */
const DEFAULTS = ['paging.defaults'];
/** The page has all items of its totals, as the page of each path has where the path has few items. */
const WHOLE = ['paging.first-page'];
/** The records are users as the document has them: what one record shows is judged wherever it is answered. */
const RECORDS = [
  ...['records.types', 'records.containers', 'records.dates', 'records.zones', 'records.index-keys'],
  ...['records.index-holes', 'records.shown', 'records.renamed', 'records.bare'],
  ...['records.own-times', 'records.doubled', 'records.null-texts'],
  ...['records.id-form', 'records.identifier-form', 'records.id-present'],
];
/** A page of one record is full, and holds no more than any page_size that can be asked for. */
const ONE_RECORD = ['paging.at-most'];
/** The links of the page of each path are links, and the records on them belong together, whatever the query. */
const BY_PATH = [
  ...['relations.links', 'relations.link-members', 'relations.links-followed', 'relations.type-known'],
  ...['relations.same-id', 'relations.detail-agrees', 'relations.one-truth', 'relations.children'],
  ...['relations.empty-parent', 'relations.consumptions', 'relations.own-periods', 'paging.other-parents'],
  'relations.periods-backwards',
  'relations.kpi-values',
  ...[
    'relations.one-application',
    'relations.one-name',
    'relations.own-name',
    'relations.listed',
    'relations.kpi-record',
    'relations.next-links',
    'relations.next-on-each-page',
    'relations.own-links',
    'relations.own-sources',
    'relations.own-details',
    'relations.both-ways',
  ],
];
/** What has an id that does not exist in its path, or lacks a date, is refused as it should be: only lists are not looked at. */
const REFUSALS = [
  ...['errors.unknown-id', 'errors.unknown-id-404', 'errors.malformed-id', 'errors.sibling-id', 'errors.media-type'],
  ...['errors.body-400', 'errors.body-other', 'errors.message', 'answers.no-stack-trace'],
];

const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const refusal = (code: number) => json({ error: { code, message: 'no' } }, code);
const echo: RequestListener = ({ method, url, headers }, response) =>
  json({ method, url, headers })({} as never, response as never);
const html: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hello');
};
const empty = {
  items: [],
  pagination: { page_size: 100, page_number: 1, total_pages: 0, total_items: 0 },
  _links: [],
};

/** One page of users, as the reference answers it to a query, for every request. */
async function samePage(query: string): Promise<RequestListener> {
  const reference = createReference({ sizes: SIZES });
  const headers = { authorization: `Bearer ${reference.token}` };
  const answer = await reference.app.inject({ url: `${USERS}${query}`, headers });
  await reference.close();
  return json(answer.json());
}

/** What the reference answers to each path with one query, whatever the query of the request and its credential are. */
function sameQuery(query: string): RequestListener {
  const { app, token } = createReference({ sizes: SIZES });
  const answerTo = async (method: 'GET', path: string) =>
    app.inject({ method, url: path, headers: { authorization: `Bearer ${token}` } });
  // It is only read, so that each path has one answer.
  const known = new Map<string, ReturnType<typeof answerTo>>();
  return async ({ method, url = '' }, response) => {
    const path = url.split('?')[0] + query;
    const key = `${method} ${path}`;
    const answering = known.get(key) ?? answerTo(method as 'GET', path);
    known.set(key, answering);
    const answer = await answering;
    response.writeHead(answer.statusCode, { 'content-type': `${answer.headers['content-type']}` }).end(answer.body);
  };
}

async function checked(listener: RequestListener, options: Parameters<typeof check>[1] = {}) {
  const { fixtures, close } = createReference({ sizes: SIZES });
  const served = await serve(listener);
  try {
    return await check({ baseUrl: served.url, token: 'a-token-of-the-test', fixtures }, { seed: 1, ...options });
  } finally {
    await Promise.all([served.close(), close()]);
  }
}

interface Degenerate {
  readonly what: string;
  readonly listener: () => RequestListener | Promise<RequestListener>;
  /** The rules, of those that claim something, that may pass: each is true of this target, and shows. */
  readonly mayPass: readonly string[];
}

const targets: Degenerate[] = [
  { what: '{} to everything', listener: () => json({}), mayPass: [...ANSWER, ...SECRETIVE] },
  {
    what: 'an empty list to everything',
    listener: () => json(empty),
    mayPass: [...ANSWER, ...SECRETIVE, ...ENVELOPE, ...DEFAULTS],
  },
  { what: '404 to everything', listener: () => refusal(404), mayPass: [] },
  {
    what: '500 to everything',
    listener: () => refusal(500),
    // What is always answered is whole, and shows neither a stack trace nor the credential.
    mayPass: ['answers.whole', 'answers.no-stack-trace', ...SECRETIVE],
  },
  { what: 'the request, echoed, to everything', listener: () => echo, mayPass: ANSWER },
  { what: 'HTML to everything', listener: () => html, mayPass: [] },
  {
    what: 'the same seven of twelve users to everything',
    listener: () => samePage('?page_size=7'),
    mayPass: [...ANSWER, ...SECRETIVE, ...ENVELOPE, ...RECORDS],
  },
  {
    what: 'all users on one page to everything',
    listener: () => samePage(''),
    mayPass: [...ANSWER, ...SECRETIVE, ...ENVELOPE, ...DEFAULTS, ...WHOLE, ...RECORDS],
  },
  {
    what: 'the same one user to everything',
    listener: () => samePage('?page_size=1'),
    mayPass: [...ANSWER, ...SECRETIVE, ...ENVELOPE, ...ONE_RECORD, ...RECORDS],
  },
  {
    what: 'its whole list to each path, whatever the query',
    listener: () => sameQuery(''),
    mayPass: [...ANSWER, ...SECRETIVE, ...ENVELOPE, ...DEFAULTS, ...WHOLE, ...RECORDS, ...BY_PATH, ...REFUSALS],
  },
  {
    what: 'seven of its records to each path, whatever the query',
    listener: () => sameQuery('?page_size=7'),
    mayPass: [...ANSWER, ...SECRETIVE, ...ENVELOPE, ...WHOLE, ...RECORDS, ...BY_PATH, ...REFUSALS],
  },
];
const alike = targets.filter(({ what }) => what.endsWith('to everything'));

async function passedBy({ listener }: Degenerate, options: Parameters<typeof check>[1] = {}) {
  const report = await checked(await listener(), options);
  const passed = report.checks.filter(({ outcome, level }) => outcome === 'pass' && level !== 'gap');
  return { verdict: report.verdict, rules: [...new Set(passed.map(({ rule }) => rule))] };
}

describe('a target that answers', () => {
  it.each(oneIn(2, targets))(
    '$what does not conform, and passes only rules of what that shows',
    async (target) => {
      const { verdict, rules } = await passedBy(target);

      expect(verdict).not.toBe('conforms');
      expect(rules.filter((rule) => !target.mayPass.includes(rule))).toEqual([]);
    },
    120_000,
  );

  it.each(alike)(
    '$what passes no rule of the operations that write',
    async (target) => {
      const { rules } = await passedBy(target, { ...WRITES, operations: ['update*', 'bulk*', 'delete*'] });

      // Each write gets a response, whatever it says.
      expect(rules.filter((rule) => rule !== 'answers.writes-response')).toEqual([]);
    },
    120_000,
  );

  it('the same to everything passes no rule that holds records against each other', () => {
    const several = alike.flatMap(({ mayPass }) => mayPass.filter((rule) => needs.get(rule)?.includes('several')));

    expect(several).toEqual([]);
  });

  it.each(alike)('$what passes rules of records only by records that it answers', ({ what, mayPass }) => {
    const onData = mayPass.filter((rule) => needs.get(rule)?.some((need) => need === 'records' || need === 'several'));

    expect(onData.filter((rule) => !what.includes('user') || !RECORDS.includes(rule))).toEqual([]);
  });
});
