import type { Hook } from '../behaviour.js';
import { bodyOf, html, refusal, sent, where } from '../hooks.js';
import { Refusal } from '../refusal.js';
import { family } from './variant.js';

const BODY_OF_ANOTHER_STATUS = 'The document shows one error body but does not specify that every status has it.';

/** Replaces a status. */
const instead = (from: number, to: number): Hook =>
  refusal((given) =>
    given.status === from ? { ...given, status: to, body: { error: { code: to, message: 'no' } } } : given,
  );

/** The form and the status of error responses. */
export const refusals = family(
  'refusals',
  [
    {
      id: 'an-unknown-id-is-answered-with-400',
      title: 'an unknown id returns 400',
      chooses: ['errors.unknown-id-404', 'errors.shapes'],
      warnings: {
        rules: ['errors.unknown-id-404', 'updates.unknown-id-404'],
        because: 'The conditions of each status are unspecified, and both are documented for these operations.',
      },
      hooks: [instead(404, 400)],
    },
    {
      id: 'a-malformed-id-is-a-404',
      title: 'an id that is not a UUID returns 404',
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
      title: 'an unknown insight rule selects no users',
      chooses: ['errors.unknown-id-404', 'errors.malformed-id'],
      warnings: {
        rules: ['errors.unknown-id-404', 'errors.malformed-id'],
        because: 'The subscription exists, and the conditions of a 404 are unspecified.',
      },
      hooks: [
        (steps) => ({
          collect: (context) => {
            try {
              return steps.collect(context);
            } catch (error) {
              const { insightRuleId, ...params } = context.params;
              if (insightRuleId === undefined) throw error;
              // Without a subscription of this id, its users cannot be listed either.
              steps.find('subscription', params.subscriptionId ?? '', context);
              return [];
            }
          },
        }),
      ],
    },
    {
      title: 'a path with a very long id is a 414',
      chooses: ['errors.malformed-id', 'errors.shapes'],
      hooks: [
        (steps) => ({
          readId: (parameter, context) => {
            if ((context.params[parameter] ?? '').length > 255) throw new Refusal(414, 'the path is too long');
            return steps.readId(parameter, context);
          },
        }),
      ],
    },
    {
      title: 'periods are limited to a year and to more than one day',
      chooses: ['errors.valid-periods'],
      hooks: [
        (steps) => ({
          readDates: (context) => {
            const period = steps.readDates(context);
            const days =
              (Date.parse(String(context.query.toDate)) - Date.parse(String(context.query.fromDate))) / 86_400_000;
            if (days < 1 || days > 366) throw new Refusal(400, 'a period has more than one day and at most a year');
            return period;
          },
        }),
      ],
    },
    {
      title: 'a 404 has an empty body',
      chooses: ['errors.body-other', 'errors.shapes'],
      warnings: { rules: ['errors.body-other', 'errors.writes-body-other'], because: BODY_OF_ANOTHER_STATUS },
      hooks: [bodyOf(404, undefined)],
    },
    {
      title: 'a 404 has an HTML body',
      chooses: ['errors.body-other', 'errors.media-type', 'errors.shapes'],
      warnings: {
        rules: ['errors.body-other', 'errors.writes-body-other', 'errors.media-type', 'errors.writes-media-type'],
        because: BODY_OF_ANOTHER_STATUS,
      },
      hooks: [html(404)],
    },
    {
      id: 'a-404-is-a-problem-document',
      title: 'a 404 is a problem document of RFC 9457',
      chooses: ['errors.body-other', 'errors.shapes'],
      warnings: { rules: ['errors.body-other', 'errors.writes-body-other'], because: BODY_OF_ANOTHER_STATUS },
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
      title: 'error bodies have more members than code and message',
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
        rules: ['errors.message', 'errors.writes-message', 'filter.message'],
        because:
          'The document shows one message in English and no other; a reader who is helped by none is warned of all the same.',
      },
    },
    {
      id: 'a-missing-credential-is-a-403',
      title: 'a missing credential returns 403',
      chooses: ['authorization.status'],
      warnings: {
        rules: ['authorization.status', 'authorization.writes-status'],
        because: 'The document requires a credential but does not specify the status of a request without one.',
      },
      hooks: [instead(401, 403)],
    },
    {
      id: 'a-wrong-credential-alone-is-a-403',
      title: 'a wrong credential returns 403, a missing one 401',
      chooses: ['authorization.status'],
      warnings: {
        rules: ['authorization.status', 'authorization.writes-status'],
        because: 'The document requires a credential but does not specify the status of a request with a wrong one.',
      },
      hooks: [where(({ headers }) => String(headers.authorization ?? '').length > 10, instead(401, 403))],
    },
    {
      title: 'a 401 has an empty body',
      chooses: ['authorization.body'],
      warnings: { rules: ['authorization.body', 'authorization.writes-body'], because: BODY_OF_ANOTHER_STATUS },
      hooks: [bodyOf(401, undefined)],
    },
    {
      title: 'a 401 has an HTML body',
      chooses: ['authorization.body'],
      warnings: { rules: ['authorization.body', 'authorization.writes-body'], because: BODY_OF_ANOTHER_STATUS },
      hooks: [html(401)],
    },
    {
      id: 'a-401-names-a-scheme-of-its-own',
      title: 'a 401 has additional members',
      chooses: ['authorization.body'],
      hooks: [bodyOf(401, { error: { code: 401, message: 'log in', details: ['x'] } })],
    },
    {
      id: 'the-api-key-is-in-a-header-of-its-own',
      title: 'the credential is a key in a custom header',
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
      id: 'the-agreement-area-is-refused-with-403',
      title: 'the agreement area is rejected with 403',
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
      id: 'the-applications-area-is-refused-with-403',
      title: 'the applications area is rejected with 403',
      chooses: ['authorization.roles'],
      inconclusiveWrites: ['updateApplication', 'bulkUpdateApplications', 'getApplicationsTask'],
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
      id: 'filters-of-the-agreement-area-are-refused-with-403',
      title: 'lists of the agreement area with a filter are rejected with 403',
      chooses: ['authorization.roles'],
      hooks: [
        where(
          ({ operation, query }) => operation.area === 'agreements' && query.filter !== undefined,
          () => ({
            perform: () => {
              throw new Refusal(403, 'searching needs another role');
            },
          }),
        ),
      ],
    },
    {
      id: 'contracts-alone-are-refused-with-403',
      title: 'only contracts are rejected with 403',
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
      title: 'missing or invalid dates of the user KPIs return 422',
      chooses: ['errors.dates-required-users'],
      hooks: [where(({ operation }) => operation.id === 'getUserKpis', instead(400, 422))],
    },
    {
      id: 'dates-of-the-user-kpis-are-refused-with-500',
      title: 'missing or invalid dates of the user KPIs return 500, the only error that the document lists for them',
      chooses: ['errors.dates-required-users'],
      hooks: [where(({ operation }) => operation.id === 'getUserKpis', instead(400, 500))],
    },
  ],
  'few',
);
