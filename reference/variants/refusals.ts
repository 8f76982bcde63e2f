import type { Hook } from '../behaviour.js';
import { refusal, sent, where } from '../hooks.js';
import { Refusal } from '../refusal.js';
import { family } from './variant.js';

const BODY_OF_ANOTHER_STATUS = 'The document shows one error body and does not say that every status has it.';

/** One status in place of another. */
const instead = (from: number, to: number): Hook =>
  refusal((given) =>
    given.status === from ? { ...given, status: to, body: { error: { code: to, message: 'no' } } } : given,
  );

/** Another body of a status; undefined sends none. */
const bodyOf = (status: number, body: unknown): Hook =>
  refusal((given) => (given.status === status ? { ...given, body } : given));

const html = (status: number): Hook =>
  sent((reply) =>
    reply.status === status
      ? { ...reply, headers: { ...reply.headers, 'content-type': 'text/html' }, text: `<h1>${status}</h1>` }
      : reply,
  );

/** What a refusal may look like, and which one it may be. */
export const refusals = family(
  'refusals',
  [
    {
      id: 'an-unknown-id-is-answered-with-400',
      title: 'an unknown id is a 400',
      chooses: ['errors.unknown-id-404', 'errors.shapes'],
      warnings: {
        rules: ['errors.unknown-id-404'],
        because: 'The conditions of each status are not shown; both are documented for these operations.',
      },
      hooks: [instead(404, 400)],
    },
    {
      id: 'a-malformed-id-is-a-404',
      title: 'an id that is no UUID is a 404',
      chooses: ['errors.malformed-id', 'errors.shapes'],
      hooks: [
        (steps) => ({
          readId: (parameter, context) => {
            try {
              return steps.readId(parameter, context);
            } catch {
              throw new Refusal(404, 'nothing has this id');
            }
          },
        }),
      ],
    },
    {
      title: 'a 404 has an empty body',
      chooses: ['errors.body-other', 'errors.shapes'],
      warnings: { rules: ['errors.body-other'], because: BODY_OF_ANOTHER_STATUS },
      hooks: [bodyOf(404, undefined)],
    },
    {
      title: 'a 404 has an HTML body',
      chooses: ['errors.body-other', 'errors.media-type', 'errors.shapes'],
      warnings: { rules: ['errors.body-other', 'errors.media-type'], because: BODY_OF_ANOTHER_STATUS },
      hooks: [html(404)],
    },
    {
      id: 'a-404-is-a-problem-document',
      title: 'a 404 is a problem document of RFC 9457',
      chooses: ['errors.body-other', 'errors.shapes'],
      warnings: { rules: ['errors.body-other'], because: BODY_OF_ANOTHER_STATUS },
      hooks: [
        bodyOf(404, { type: 'about:blank', title: 'Not Found', status: 404 }),
        sent((reply) =>
          reply.status === 404
            ? { ...reply, headers: { ...reply.headers, 'content-type': 'application/problem+json' } }
            : reply,
        ),
      ],
    },
    {
      id: 'error-bodies-carry-more',
      title: 'error bodies carry more than code and message',
      chooses: ['errors.shapes'],
      hooks: [
        (steps) => ({
          errorBody: (status, message, context) => ({
            error: {
              ...(steps.errorBody(status, message, context) as { error: object }).error,
              target: null,
              details: [{ code: 'E17', field: 'filter' }],
            },
            traceId: '4bf92f3577b34da6',
          }),
        }),
      ],
    },
    {
      id: 'messages-are-in-another-language',
      title: 'the messages of errors are in another language, or empty',
      chooses: ['errors.shapes'],
      hooks: [
        (steps) => ({
          errorBody: (status, _message, context) =>
            steps.errorBody(status, status === 404 ? '' : '无效的请求 – ошибка', context),
        }),
      ],
      warnings: {
        rules: ['errors.message', 'filter.message'],
        because:
          'The document shows one message in English and no other; a reader who is helped by none is warned of all the same.',
      },
    },
    {
      title: 'a missing credential is a 403',
      chooses: ['authorization.status'],
      warnings: {
        rules: ['authorization.status'],
        because: 'The document demands a credential and does not say which status its absence has.',
      },
      hooks: [instead(401, 403)],
    },
    {
      id: 'a-wrong-credential-alone-is-a-403',
      title: 'a wrong credential is a 403, a missing one a 401',
      chooses: ['authorization.status'],
      warnings: {
        rules: ['authorization.status'],
        because: 'The document demands a credential and does not say which status a wrong one has.',
      },
      hooks: [where(({ headers }) => String(headers.authorization ?? '').length > 10, instead(401, 403))],
    },
    {
      title: 'a 401 has an empty body',
      chooses: ['authorization.body'],
      warnings: { rules: ['authorization.body'], because: BODY_OF_ANOTHER_STATUS },
      hooks: [bodyOf(401, undefined)],
    },
    {
      title: 'a 401 has an HTML body',
      chooses: ['authorization.body'],
      warnings: { rules: ['authorization.body'], because: BODY_OF_ANOTHER_STATUS },
      hooks: [html(401)],
    },
    {
      id: 'a-401-names-a-scheme-of-its-own',
      title: 'a 401 carries details of its own',
      chooses: ['authorization.body'],
      hooks: [bodyOf(401, { error: { code: 401, message: 'log in', details: ['x'] } })],
    },
    {
      id: 'the-api-key-is-in-a-header-of-its-own',
      title: 'the credential is a key in a header of its own',
      chooses: ['authorization.roles'],
      target: { headers: { 'x-api-key': 'reference-key' } },
      hooks: [
        () => ({
          authorize: ({ headers }) => {
            if (headers['x-api-key'] !== 'reference-key') throw new Refusal(401, 'a key is required');
          },
        }),
      ],
    },
    {
      title: 'the agreement area is refused with 403',
      chooses: ['authorization.roles'],
      hooks: [
        where(
          ({ operation }) => operation.area === 'agreements',
          () => ({
            perform: () => {
              throw new Refusal(403, 'not bought');
            },
          }),
        ),
      ],
    },
    {
      title: 'the applications area is refused with 403',
      chooses: ['authorization.roles'],
      hooks: [
        where(
          ({ operation }) => operation.area === 'applications',
          () => ({
            perform: () => {
              throw new Refusal(403, 'not allowed');
            },
          }),
        ),
      ],
    },
    {
      title: 'contracts alone are refused with 403',
      chooses: ['authorization.roles'],
      hooks: [
        where(
          ({ operation }) => operation.id.startsWith('getContract'),
          () => ({
            perform: () => {
              throw new Refusal(403, 'not allowed');
            },
          }),
        ),
      ],
    },
    {
      id: 'dates-of-the-user-kpis-are-refused-with-422',
      title: 'dates of the user KPIs that are missing or wrong are a 422',
      chooses: ['errors.dates-required-users'],
      hooks: [where(({ operation }) => operation.id === 'getUserKpis', instead(400, 422))],
    },
  ],
  'few',
);
