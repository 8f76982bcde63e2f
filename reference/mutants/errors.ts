import type { Hook } from '../behaviour.js';
import { refusal } from '../hooks.js';
import { Refusal } from '../refusal.js';
import { each, family } from './mutant.js';

/** Fails with some ids. */
const badId =
  (isBad: (id: string) => boolean): Hook =>
  (steps) => ({
    readId: (parameter, context) => {
      if (isBad(context.params[parameter] ?? '')) throw new Error('cast');
      return steps.readId(parameter, context);
    },
  });

/** Fails with some periods. */
const badPeriod =
  (isBad: (from: string, to: string) => boolean, error: Error): Hook =>
  (steps) => ({
    readDates: (context) => {
      const period = steps.readDates(context);
      if (isBad(String(context.query.fromDate), String(context.query.toDate))) throw error;
      return period;
    },
  });

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
      title: 'the error for a page size over the maximum has the code 0 and no message',
      operation: 'getUsers',
      rule: 'errors.body-400',
      rarity: 'rare',
      hook: refusal((given, { query }) =>
        Number(query.page_size) > 1000 ? { ...given, body: { error: { code: 0, message: '' } } } : given,
      ),
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
    ...each(['getAgreementPeriods', 'getContract'], 'an unknown record is a 403', {
      rule: 'errors.unknown-id-404',
      hook: refusal((given) =>
        given.status === 404 ? { ...given, status: 403, body: { error: { code: 403, message: 'no access' } } } : given,
      ),
    }),
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
          `${context.query.fromDate} ${context.query.toDate}`.includes('02-31')
            ? { from: 0, to: 1 }
            : steps.readDates(context),
      }),
    },
    {
      title: 'a very long id returns 500',
      operation: 'getSubscriptionUsers',
      rule: 'errors.malformed-id',
      rarity: 'rare',
      hook: badId((id) => id.length > 255),
    },
    {
      title: 'an id with letters outside ASCII returns 500',
      operation: 'getContract',
      rule: 'errors.malformed-id',
      rarity: 'rare',
      hook: badId((id) => /[^ -~]/.test(id)),
    },
    {
      title: 'a period with a leap day returns 500',
      operation: 'getUserKpis',
      rule: 'errors.valid-periods',
      rarity: 'rare',
      hook: badPeriod((from) => from.includes('-02-29'), new Error('no such day')),
    },
    {
      title: 'a period across the turn of a year is rejected',
      operation: 'getApplicationsKpis',
      rule: 'errors.valid-periods',
      rarity: 'rare',
      hook: badPeriod((from, to) => from.slice(0, 4) < to.slice(0, 4), new Refusal(400, 'one year alone')),
    },
    {
      title: 'a period that ends in december returns 500',
      operation: 'getApplicationsOverviewKpis',
      rule: 'errors.valid-periods',
      rarity: 'rare',
      hook: badPeriod((_from, to) => to.slice(5, 7) === '12', new Error('month 13')),
    },
    {
      title: 'a period that ends on the last date of a type returns 500',
      operation: 'getApplicationsOverviewKpis',
      rule: 'errors.valid-periods',
      rarity: 'rare',
      hook: badPeriod((_from, to) => to.startsWith('9999-12-31'), new Error('year 10000')),
    },
    {
      title: 'a period of one day returns 500',
      operation: 'getApplicationsOverviewKpis',
      rule: 'errors.valid-periods',
      rarity: 'rare',
      hook: badPeriod((from, to) => from === to, new Error('division by zero')),
    },
    {
      title: 'a period that starts and ends on one day returns 500',
      operation: 'getApplicationsKpis',
      rule: 'errors.valid-periods',
      rarity: 'rare',
      hook: badPeriod((from, to) => from === to, new Error('division by zero')),
    },
  ],
  'few',
);
