import { refusal } from '../hooks.js';
import { family } from './mutant.js';

/** Who is answered and should not be. */
export const authorization = family(
  'authorization',
  [
    {
      title: 'one operation asks for no credential',
      operation: 'getContracts',
      rule: 'authorization.required',
      hook: () => ({ authorize: () => undefined }),
    },
    {
      title: 'a wrong credential is taken',
      operation: 'getSubscriptionUsers',
      rule: 'authorization.required',
      hook: (steps) => ({
        authorize: (context) => {
          if (!String(context.headers.authorization ?? '').includes('wrong')) steps.authorize(context);
        },
      }),
    },
    {
      title: 'an empty credential is taken',
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
      title: 'no credential is a 500',
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
      title: 'a 401 has no error body',
      operation: 'getAgreementPeriods',
      rule: 'authorization.body',
      hook: refusal((given) => (given.status === 401 ? { status: 401, headers: given.headers ?? {} } : given)),
    },
    {
      title: 'without a credential, an unknown record is a 404',
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
  ],
  'few',
);
