import type { Context, Hook } from '../behaviour.js';
import { refusal, where } from '../hooks.js';
import { eachRarely, family } from './mutant.js';

/** Gives the rejections of some requests another body. */
const rejectsWith = (isMeant: (query: Context['query']) => boolean, body: unknown): Hook =>
  where(
    ({ query }) => isMeant(query),
    refusal((given) => ({ ...given, body })),
  );

const isSorted = ({ sort }: Context['query']): boolean => sort !== undefined;
const isNoNumber = ({ page_size: size, page_number: number }: Context['query']): boolean =>
  [size, number].some((value) => /[a-z.]/.test(String(value ?? '')));

/** Defects of the bodies of some rejections: each part of a server that rejects requests may have its own. */
export const refusalBodies = family('refusal-bodies', [
  ...eachRarely(
    ['getUsers', 'getUserDiscoverySources', 'getSubscriptionUserConsumptions'],
    'a rejected sort has a body of another form',
    {
      rule: 'errors.body-400',
      hook: rejectsWith(isSorted, { message: 'bad sort' }),
    },
  ),
  ...eachRarely(
    ['getApplications', 'getSubscriptionUsers', 'getAgreementTypes'],
    'a page size or number that is no integer is rejected with a list of details',
    { rule: 'errors.body-400', hook: rejectsWith(isNoNumber, { detail: [{ msg: 'not an integer' }] }) },
  ),
  ...eachRarely(
    ['getApplicationUsers', 'getAgreements'],
    'the code of the error for a filter on an unknown field is a name',
    {
      rule: 'errors.body-400',
      hook: rejectsWith(({ filter }) => /^\w*Such/.test(String(filter)), {
        error: { code: 'UNKNOWN_FIELD', message: 'no such field' },
      }),
    },
  ),
  ...eachRarely(
    ['getApplicationsKpis', 'getApplicationsOverviewKpis'],
    'the error for a date that cannot be read has no code',
    {
      rule: 'errors.body-400',
      hook: rejectsWith(
        ({ fromDate, toDate }) => [fromDate, toDate].some((date) => /^[a-z]/.test(String(date ?? ''))),
        {
          error: { message: 'bad date' },
        },
      ),
    },
  ),
  ...eachRarely(['getUserSubscriptions', 'getSubscriptionInsightUsers'], 'the error for a sort contains SQL', {
    rule: 'answers.no-stack-trace',
    hook: rejectsWith(isSorted, { error: { code: 400, message: 'SELECT * FROM rows ORDER BY no_such_field' } }),
  }),
]);
