import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Hook } from '../behaviour.js';
import { answer, body, refusal, sentText, where } from '../hooks.js';
import type { Row } from '../model.js';
import { type Defect, each, eachRarely, family } from './mutant.js';

/** Lists in an order that depends on how many have been read. */
const byReads =
  (order: (all: readonly Row[], reads: number) => readonly Row[]): Hook =>
  (steps) => {
    let reads = 0;
    return {
      collect: (context) => {
        reads += 1;
        return order(steps.collect(context), reads);
      },
    };
  };

/** Compresses the body of a success, after a change. */
const packed =
  (headers: Readonly<Record<string, string>>, change = (text: string) => text): Hook =>
  (steps) => ({
    respond: async (given, context) => {
      const reply = await steps.respond(given, context);
      const { text } = reply;
      if (text === null || reply.status !== 200) return reply;
      const write = (response: ServerResponse) =>
        response.writeHead(reply.status, { ...reply.headers, ...headers }).end(gzipSync(change(text)));
      return { ...reply, write };
    },
  });

/** Error responses with this message. */
const says = (message: string): Hook =>
  refusal((given) => ({ ...given, body: { error: { code: given.status, message } } }));

const SERVER_ERROR = { status: 500, body: { error: { code: 500, message: 'no' } } };

/** Defects of any response. */
export const answers = family(
  'answers',
  [
    {
      id: 'a-valid-read-is-answered-with-500',
      title: 'a valid read returns 500',
      operation: 'getUserKpis',
      rule: 'answers.success-status',
      hook: answer(() => SERVER_ERROR),
    },
    {
      id: 'a-valid-read-is-answered-with-201',
      title: 'a valid read returns 201',
      operation: 'getAgreement',
      rule: 'answers.success-status',
      hook: answer((given) => ({ ...given, status: 201 })),
    },
    {
      title: 'a valid read is redirected',
      operation: 'getContractTypes',
      rule: 'answers.success-status',
      hook: answer(() => ({ status: 302, headers: { location: '/login' } })),
    },
    {
      id: 'page-3-is-a-500',
      title: 'page 3 returns 500',
      operation: 'getUsers',
      rule: 'answers.success-status',
      hook: where(
        ({ query }) => query.page_number === '3',
        answer(() => SERVER_ERROR),
      ),
    },
    ...each(['getUsers', 'getContract', 'getApplicationUsers'], 'one read in seven returns 500', {
      rule: 'answers.passing-errors',
      hook: (steps) => {
        let reads = 0;
        return {
          perform: (context) => {
            reads += 1;
            return reads % 7 === 0 ? SERVER_ERROR : steps.perform(context);
          },
        };
      },
    }),
    {
      title: 'JSON is sent as text/plain',
      operation: 'getApplication',
      rule: 'answers.media-type',
      hook: sentText((given) => given, { 'content-type': 'text/plain' }),
    },
    ...eachRarely(['getUsers', 'getContract', 'getUserKpis'], 'a compressed response does not say so', {
      rule: 'answers.json',
      hook: where(({ headers }) => /\bgzip\b/.test(String(headers['accept-encoding'] ?? '')), packed({})),
    }),
    {
      title: 'a response to a client that accepts a content coding is cut off before it is compressed',
      operation: 'getApplications',
      rule: 'answers.json',
      rarity: 'rare',
      hook: where(
        ({ headers }) => /\bgzip\b/.test(String(headers['accept-encoding'] ?? '')),
        packed({ 'content-encoding': 'gzip' }, (text) => text.slice(0, -1)),
      ),
    },
    ...each(['getApplicationUsers', 'getContracts'], 'a body is compressed although the client asks for no coding', {
      rule: 'answers.identity-coding',
      hook: packed({ 'content-encoding': 'gzip' }),
    }),
    {
      title: 'the body is cut off',
      operation: 'getContract',
      rule: 'answers.json',
      hook: sentText((given) => given.slice(0, -1)),
    },
    {
      title: 'the body begins with a byte order mark',
      operation: 'getAgreementType',
      rule: 'answers.json',
      hook: sentText((given) => `\ufeff${given}`),
    },
    {
      id: 'the-order-changes-with-every-read',
      title: 'the order of a list changes with every read',
      operation: 'getContracts',
      rule: 'answers.repeatable',
      also: ['paging.order', 'paging.partition', 'filter.complete'],
      hook: byReads((all, reads) => [...all.slice(reads % all.length), ...all.slice(0, reads % all.length)]),
    },
    ...eachRarely(['getApplications', 'getContractPeriods'], 'every second read is in reverse order', {
      rule: 'answers.repeatable',
      hook: byReads((all, reads) => (reads % 2 === 0 ? all.toReversed() : all)),
    }),
    ...(
      [
        ['getApplicationKpis', 'subscriptions'],
        ['getApplicationsOverviewKpis', 'total'],
      ] as const
    ).map(
      ([operation, name]): Defect => ({
        title: `the numbers of ${name} grow with each read of ${operation}`,
        operation,
        rule: 'answers.repeatable',
        also: ['relations.kpi-values', 'relations.kpi-period', 'relations.kpi-lists', 'relations.kpi-record'],
        hook: (steps) => {
          let reads = 0;
          const grown = (_name: string, value: unknown) => (typeof value === 'number' ? value + reads : value);
          return body((given) => {
            reads += 1;
            return { ...given, [name]: JSON.parse(JSON.stringify(given[name], grown)) };
          })(steps);
        },
      }),
    ),
    {
      id: 'an-error-carries-a-stack-trace',
      title: 'an error response contains a stack trace',
      operation: 'getUser',
      rule: 'answers.no-stack-trace',
      hook: says(`no\n    at read (/srv/app/server.js:10:5)`),
    },
    {
      title: 'an error response contains the frames of a Java trace, with tabs',
      operation: 'getApplication',
      rule: 'answers.no-stack-trace',
      hook: says('no row\n\tat org.example.Rows.find(Rows.java:165)'),
    },
    {
      title: 'an error response contains a Go panic',
      operation: 'getContract',
      rule: 'answers.no-stack-trace',
      hook: says('main.read(0xc0)\n\t/src/read.go:88 +0x1d'),
    },
    {
      id: 'the-credential-is-echoed',
      title: 'a response header repeats the credential',
      operation: 'getApplicationsKpis',
      rule: 'answers.no-credential',
      hook: answer((given, { headers }) => ({ ...given, headers: { 'x-debug': String(headers.authorization) } })),
    },
  ],
  'few',
);
