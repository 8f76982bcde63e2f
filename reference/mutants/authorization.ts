import type { Behaviour, Context, Hook } from '../behaviour.js';
import { refusal } from '../hooks.js';
import type { Row } from '../model.js';
import { slug } from '../slug.js';
import { each, eachRarely, family } from './mutant.js';

/** A target that checks no credential of the Basic scheme. */
const anyOfBasic: Hook = (steps) => ({
  authorize: (context) => {
    if (!/^basic /i.test(String(context.headers.authorization ?? ''))) steps.authorize(context);
  },
});

/** Defects of authorization for reads. */
export const authorization = family(
  'authorization',
  [
    {
      id: 'one-operation-asks-for-no-credential',
      title: 'one operation requires no credential',
      operation: 'getContracts',
      rule: 'authorization.required',
      hook: () => ({ authorize: () => undefined }),
    },
    {
      title: 'a request with a filter requires no credential',
      operation: 'getUsers',
      rule: 'authorization.required',
      rarity: 'rare',
      hook: (steps) => ({
        authorize: (context) => {
          if (context.query.filter === undefined) steps.authorize(context);
        },
      }),
    },
    ...(['getUserSubscriptions', 'getAgreementTypes', 'getContractPeriods', 'getSubscriptionUsers'] as const).map(
      (operation) => ({
        id: `a-page-of-one-record-requires-no-credential-in-${slug(operation)}`,
        title: 'a page of one record requires no credential',
        operation,
        rule: 'authorization.required' as const,
        rarity: 'rare' as const,
        hook: (steps: Behaviour) => ({
          authorize: (context: Context) => {
            if (context.query.page_size !== '1') steps.authorize(context);
          },
        }),
      }),
    ),
    ...eachRarely(
      ['getUsers', 'getUserDiscoverySources', 'getContracts', 'getAgreementTypes'],
      'a later page requires no credential',
      {
        rule: 'authorization.required',
        hook: (steps) => ({
          authorize: (context) => {
            if (Number(context.query.page_number ?? 1) === 1) steps.authorize(context);
          },
        }),
      },
    ),
    {
      id: 'a-wrong-credential-is-taken',
      title: 'a wrong credential is accepted',
      operation: 'getSubscriptionUsers',
      rule: 'authorization.required',
      hook: (steps) => ({
        authorize: (context) => {
          if (!/^Bearer \S/.test(String(context.headers.authorization))) steps.authorize(context);
        },
      }),
    },
    {
      title: 'a credential with more characters is accepted',
      operation: 'getUser',
      rule: 'authorization.required',
      hook: (steps) => ({
        authorize: (context) => {
          const given = String(context.headers.authorization ?? '');
          const beginnings = Array.from({ length: given.length }, (_one, length) => given.slice(0, length));
          const isAccepted = (authorization: string) => context.guard.accepts({ ...context.headers, authorization });
          if (!beginnings.some(isAccepted)) steps.authorize(context);
        },
      }),
    },
    {
      title: 'a credential in other letter case is accepted',
      operation: 'getContracts',
      rule: 'authorization.status',
      rarity: 'rare',
      hook: (steps) => ({
        authorize: (context) => {
          const given = String(context.headers.authorization ?? '').replace(/^bearer /i, '');
          const lower = { ...context.headers, authorization: `Bearer ${given.toLowerCase()}` };
          if (!context.guard.accepts(lower)) steps.authorize(context);
        },
      }),
    },
    {
      title: 'the beginning of a credential is accepted',
      operation: 'getAgreement',
      rule: 'authorization.required',
      rarity: 'rare',
      hook: (steps) => ({
        authorize: (context) => {
          const given = String(context.headers.authorization ?? '');
          const ends = [...'abcdefghijklmnopqrstuvwxyz'];
          const isBeginning = ends.some((end) =>
            context.guard.accepts({ ...context.headers, authorization: `${given}${end}` }),
          );
          if (!isBeginning) steps.authorize(context);
        },
      }),
    },
    {
      title: 'any credential of another scheme is accepted',
      operation: 'getUserSubscriptions',
      rule: 'authorization.required',
      rarity: 'rare',
      hook: anyOfBasic,
    },
    ...eachRarely(
      ['getUserKpis', 'getSubscriptionUsers', 'getContractType'],
      'any credential of another scheme is accepted',
      {
        rule: 'authorization.required',
        hook: anyOfBasic,
      },
    ),
    {
      id: 'an-empty-credential-is-taken',
      title: 'an empty credential is accepted',
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
      id: 'no-credential-is-a-500',
      title: 'a missing credential returns 500',
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
    ...each(['getAgreementTypes', 'getUser', 'getApplicationUsers'], 'a 401 holds the data beside the error', {
      rule: 'authorization.required',
      also: ['authorization.no-oracle'],
      hook: (steps) => ({
        refuse: (error, context) => {
          const refused = steps.refuse(error, context);
          if (refused.status !== 401) return refused;
          return { ...refused, body: { ...(steps.perform(context).body as Row), ...(refused.body as Row) } };
        },
      }),
    }),
    {
      title: 'a 401 has no error body',
      operation: 'getAgreementPeriods',
      rule: 'authorization.body',
      hook: refusal((given) => (given.status === 401 ? { status: 401, headers: given.headers ?? {} } : given)),
    },
    {
      id: 'without-a-credential-an-unknown-record-is-a-404',
      title: 'without a credential, an unknown record returns 404',
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
