import { refusal } from '../hooks.js';
import { family } from './mutant.js';

/** Defects of error responses. */
export const errors = family(
  'errors',
  [
    {
      title: 'an error body has no code',
      operation: 'getApplications',
      rule: 'errors.body-400',
      also: ['errors.body-other', 'authorization.body'],
      hook: (_steps) => ({ errorBody: (_status, message) => ({ error: { message } }) }),
    },
    {
      id: 'the-code-of-an-error-is-a-text',
      title: 'the code of an error is a string',
      operation: 'getUser',
      rule: 'errors.body-400',
      also: ['errors.body-other', 'authorization.body'],
      hook: (_steps) => ({ errorBody: (status, message) => ({ error: { code: `${status}`, message } }) }),
    },
    {
      title: 'a 404 has no body',
      operation: 'getContract',
      rule: 'errors.body-other',
      hook: refusal((given) => (given.status === 404 ? { status: 404 } : given)),
    },
    {
      title: 'an error body is sent as HTML',
      operation: 'getAgreement',
      rule: 'errors.media-type',
      hook: refusal((given) => ({ ...given, headers: { ...given.headers, 'content-type': 'text/html' } })),
    },
    {
      id: 'an-unknown-id-answers-some-record',
      title: 'an unknown id returns another record',
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
      title: 'the children of an unknown parent are an empty list',
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
      id: 'an-unknown-id-is-a-400',
      title: 'an unknown id returns 400',
      operation: 'getApplicationKpis',
      rule: 'errors.unknown-id-404',
      hook: refusal((given) =>
        given.status === 404 ? { status: 400, body: { error: { code: 400, message: 'no' } } } : given,
      ),
    },
    {
      id: 'a-malformed-id-is-a-500',
      title: 'a malformed id returns 500',
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
      title: 'dates are optional',
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
      title: 'dates of the user KPIs are optional',
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
      id: 'a-date-that-does-not-exist-is-taken',
      title: 'a date that does not exist is accepted',
      operation: 'getApplicationsOverviewKpis',
      rule: 'errors.dates-invalid',
      hook: (steps) => ({
        readDates: (context) =>
          String(context.query.toDate).includes('02-31') ? { from: 0, to: 1 } : steps.readDates(context),
      }),
    },
  ],
  'few',
);
