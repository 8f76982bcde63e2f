import { body, record, refusal } from '../hooks.js';
import { Refusal } from '../refusal.js';
import { slug } from '../slug.js';
import { type Defect, eachRarely, family } from './mutant.js';
import { details, lists } from './reads.js';

const children = lists.filter(({ parameters }) => parameters.some((parameter) => parameter.in === 'path'));
const withOwnId = details.filter(({ id }) => id !== 'getApplicationKpis');

const UUID_LENGTH = 36;
/** So many digits of a UUID are before its first dash. */
const SHORT = 8;
const EMPTY = { page_size: 100, page_number: 1, total_pages: 0 };

/** The id with another last hexadecimal digit. */
const neighbour = (id: unknown): string => `${String(id).slice(0, -1)}${String(id).endsWith('0') ? '1' : '0'}`;

/** For each operation: it accepts an id that does not exist, or returns a record with another id or none. */
export const identities = family(
  'identities',
  [
    ...children.map(
      (operation): Defect => ({
        id: `${slug(operation.id)}-of-nobody-is-an-empty-list`,
        title: `${operation.title}: an unknown parent returns an empty list`,
        operation: operation.id,
        rule: 'errors.unknown-id',
        also: ['authorization.no-oracle', 'errors.malformed-id'],
        hook: refusal((given) =>
          given.status === 404
            ? {
                status: 200,
                body: {
                  items: [],
                  pagination: operation.area === 'agreements' ? EMPTY : { ...EMPTY, total_items: 0 },
                  ...(operation.area === 'agreements' && { _links: [] }),
                },
              }
            : given,
        ),
      }),
    ),
    ...details.map(
      (operation): Defect => ({
        id: `${slug(operation.id)}-of-an-unknown-id-is-an-empty-record`,
        title: `${operation.title}: an unknown id returns an empty record`,
        operation: operation.id,
        rule: 'errors.unknown-id',
        hook: refusal((given) => (given.status === 404 ? { status: 200, body: {} } : given)),
      }),
    ),
    ...[...details, ...children].map(
      (operation): Defect => ({
        id: `${slug(operation.id)}-reads-the-beginning-of-an-id`,
        title: `${operation.title}: an id with one more character is read as the id without it`,
        operation: operation.id,
        rule: 'errors.unknown-id',
        hook: (steps) => ({
          readId: (parameter, context) => {
            const id = (context.params[parameter] ?? '').slice(0, UUID_LENGTH);
            return steps.readId(parameter, { ...context, params: { ...context.params, [parameter]: id } });
          },
        }),
      }),
    ),
    ...eachRarely(
      ['getApplicationUsers', 'getUserSubscriptions', 'getAgreement'],
      'an id is found by its first digits',
      {
        rule: 'errors.unknown-id',
        hook: (steps) => ({
          find: (kind, id, context) => {
            const known = [
              ...context.tenant.applications.records,
              ...context.tenant.users.records,
              ...context.tenant.agreements.records.records,
            ].find((one) => one.id.startsWith(id.slice(0, SHORT)));
            return steps.find(kind, known?.id ?? id, context);
          },
        }),
      },
    ),
    ...eachRarely(['getUser', 'getApplicationUsers', 'getContract'], 'an id without its last digit is found', {
      rule: 'errors.unknown-id',
      hook: (steps) => ({
        readId: (parameter, context) => {
          const id = context.params[parameter] ?? '';
          return id.length === UUID_LENGTH - 1 ? id : steps.readId(parameter, context);
        },
        find: (kind, id, context) => {
          for (const digit of id.length === UUID_LENGTH - 1 ? '0123456789abcdef' : '')
            try {
              return steps.find(kind, `${id}${digit}`, context);
            } catch (error) {
              if (!(error instanceof Refusal)) throw error;
            }
          return steps.find(kind, id, context);
        },
      }),
    }),
    ...withOwnId.map(
      (operation): Defect => ({
        id: `${slug(operation.id)}-fails-on-a-quote-in-an-id`,
        title: `${operation.title}: an id with a quote returns 500`,
        operation: operation.id,
        rule: 'errors.malformed-id',
        hook: (steps) => ({
          readId: (parameter, context) => {
            if (context.params[parameter]?.includes("'")) throw new Error('syntax error near the quote');
            return steps.readId(parameter, context);
          },
        }),
      }),
    ),
    ...withOwnId.map(
      (operation): Defect => ({
        id: `${slug(operation.id)}-answers-another-id`,
        title: `${operation.title} returns a record with another id`,
        operation: operation.id,
        rule: 'relations.same-id',
        hook: record((one) => ({ ...one, id: neighbour(one.id) })),
      }),
    ),
    ...lists.map(
      (operation): Defect => ({
        id: `${slug(operation.id)}-has-no-ids`,
        title: `the records of ${operation.title} have no id`,
        operation: operation.id,
        rule: 'records.id-present',
        also: [
          'paging.partition',
          'paging.order',
          'filter.complete',
          'filter.grammar',
          'sort.grammar',
          'sort.permutation',
        ],
        hook: body(({ items, ...given }) => ({
          ...given,
          items: (items as { readonly id: string }[]).map(({ id: _id, ...one }) => one),
        })),
      }),
    ),
  ],
  'few',
);
