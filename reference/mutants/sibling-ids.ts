import type { Hook } from '../behaviour.js';
import type { Kinds } from '../model.js';
import { type Defect, family } from './mutant.js';

/** An id that is none of its kind is looked up as one of another kind. */
const lookedUpAs =
  (own: keyof Kinds, other: keyof Kinds): Hook =>
  (steps) => ({
    find: (kind, id, context) => {
      if (kind !== own) return steps.find(kind, id, context);
      try {
        return steps.find(kind, id, context);
      } catch (error) {
        try {
          return steps.find(other, id, context) as never;
        } catch {
          throw error;
        }
      }
    },
  });

/** The first record of its kind is returned for an id of another kind. */
const firstFor =
  (own: 'application' | 'user', other: keyof Kinds): Hook =>
  (steps) => ({
    find: (kind, id, context) => {
      if (kind !== own) return steps.find(kind, id, context);
      try {
        return steps.find(kind, id, context);
      } catch (error) {
        steps.find(other, id, context);
        const { tenant } = context;
        const first = (own === 'application' ? tenant.applications : tenant.users).records[0];
        if (first === undefined) throw error;
        return steps.find(kind, first.id, context);
      }
    },
  });

const failing =
  (own: keyof Kinds, other: keyof Kinds): Hook =>
  (steps) => ({
    find: (kind, id, context) => {
      if (kind !== own) return steps.find(kind, id, context);
      try {
        return steps.find(kind, id, context);
      } catch (error) {
        try {
          steps.find(other, id, context);
        } catch {
          throw error;
        }
        throw new Error('a record of another kind');
      }
    },
  });

const rule = 'errors.sibling-id' as const;

const DEFECTS: readonly Omit<Defect, 'rule' | 'rarity'>[] = [
  {
    title: 'Get agreement returns a contract by its id',
    operation: 'getAgreement',
    hook: lookedUpAs('agreement', 'contract'),
  },
  {
    title: 'Get contract returns an agreement by its id',
    operation: 'getContract',
    hook: lookedUpAs('contract', 'agreement'),
  },
  {
    title: 'Get agreement type returns a contract type by its id',
    operation: 'getAgreementType',
    hook: lookedUpAs('agreement type', 'contract type'),
  },
  {
    title: 'Get agreement type returns the type of an agreement by the id of that',
    operation: 'getAgreementType',
    hook: (steps) => ({
      find: (kind, id, context) => {
        if (kind !== 'agreement type') return steps.find(kind, id, context);
        try {
          return steps.find(kind, id, context);
        } catch (error) {
          const { typeId } = context.tenant.agreements.records.get(id) ?? {};
          if (typeof typeId !== 'string') throw error;
          return steps.find(kind, typeId, context);
        }
      },
    }),
  },
  {
    title: 'the periods of a contract are requested with the id of an agreement',
    operation: 'getContractPeriods',
    hook: lookedUpAs('contract', 'agreement'),
  },
  {
    title: 'Get application returns the application of a subscription by the id of that',
    operation: 'getApplication',
    hook: firstFor('application', 'subscription'),
  },
  {
    title: 'Get user returns a user for the id of an application',
    operation: 'getUser',
    hook: firstFor('user', 'application'),
  },
  {
    title: 'the users of a subscription are a 500 for the id of an application',
    operation: 'getSubscriptionUsers',
    hook: failing('subscription', 'application'),
  },
  {
    title: 'the consumptions of a subscription are a 500 for the id of a user',
    operation: 'getSubscriptionUserConsumptions',
    hook: failing('subscription', 'user'),
  },
];

/** Defects of reads with the id of another kind of record. */
export const siblingIds = family(
  'sibling-ids',
  DEFECTS.map((defect) => ({ ...defect, rule, rarity: 'rare' })),
);
