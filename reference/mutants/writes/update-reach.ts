import type { Hook } from '../../behaviour.js';
import { family } from '../mutant.js';
import { neighbourOf, patched, records, stored } from './write-hooks.js';

/** A record that was written to has no children in a list. */
const losing =
  (list: string): Hook =>
  (steps) => {
    const written = new Set<unknown>();
    return {
      save: (record, context) => {
        written.add(record.id);
        steps.save(record, context);
      },
      collect: (context) => {
        const parents = Object.values(context.params);
        return context.operation.id === list && parents.some((id) => written.has(id)) ? [] : steps.collect(context);
      },
    };
  };

/** Defects of what an update must not change: other fields, other records, and anything when it is repeated. */
export const updateReach = family(
  'updates',
  [
    {
      id: 'an-update-takes-a-field-away-that-it-does-not-name',
      title: 'an update removes a field that it does not contain',
      operation: 'updateApplication',
      rule: 'updates.untouched',
      rules: ['updates.other-fields'],
      hook: patched((updated) => ({ ...updated, riskScore: null, discoverySource: null, vendor: null })),
    },
    {
      title: 'an update raises the risk score',
      operation: 'updateApplication',
      rule: 'updates.risk-score',
      also: ['updates.idempotent'],
      hook: patched((updated) => ({ ...updated, riskScore: (Number(updated.riskScore) + 7) % 100 })),
    },
    {
      title: 'an update disables the user',
      operation: 'updateUser',
      rule: 'updates.untouched',
      rules: ['updates.other-fields'],
      hook: patched((updated) => ({ ...updated, isEnabled: false, status: 'Inactive' })),
    },
    {
      id: 'an-update-empties-the-department-in-what-is-stored-alone',
      title: 'an update clears the stored department but returns it',
      operation: 'updateUser',
      rule: 'updates.untouched',
      rules: ['updates.other-fields'],
      hook: stored((updated) => ({ ...updated, department: '' })),
    },
    {
      id: 'an-update-takes-the-discovery-away',
      title: 'an update removes the discovery',
      operation: 'updateApplication',
      rule: 'updates.untouched',
      rules: ['updates.other-fields'],
      hook: patched((updated) => ({ ...updated, discoveryTypes: [], discoveryDate: null })),
    },
    {
      title: 'an updated user has no applications any more',
      operation: ['updateUser', 'bulkUpdateUsers', 'getUserApplications'],
      seenFrom: 'updateUser',
      rule: 'updates.child-lists',
      hook: losing('getUserApplications'),
    },
    {
      title: 'a bulk update takes the users of its applications away',
      operation: ['bulkUpdateApplications', 'getApplicationUsers'],
      seenFrom: 'bulkUpdateApplications',
      rule: 'updates.child-lists',
      rules: ['bulk.child-lists'],
      hook: losing('getApplicationUsers'),
    },
    {
      id: 'a-patch-reaches-the-neighbour-too',
      title: 'an update also changes the next record',
      operation: 'updateApplication',
      rule: 'updates.untouched',
      rules: ['updates.other-records'],
      hook: (steps) => ({
        save: (record, context) => {
          steps.save({ ...neighbourOf(record, context), notes: record.notes }, context);
          steps.save(record, context);
        },
      }),
    },
    {
      title: 'an update also changes another application of the same vendor',
      operation: 'updateApplication',
      rule: 'updates.untouched',
      rules: ['updates.other-records'],
      hook: (steps) => ({
        save: (record, context) => {
          const twin = records(context).find(({ id, vendor }) => id !== record.id && vendor === record.vendor);
          if (twin !== undefined) steps.save({ ...twin, sanctioned: record.sanctioned, notes: record.notes }, context);
          steps.save(record, context);
        },
      }),
    },
    {
      title: 'an update also changes the first user with the same department and country',
      operation: 'updateUser',
      rule: 'updates.untouched',
      rules: ['updates.other-records'],
      hook: (steps) => ({
        save: (record, context) => {
          const { id, department, country, isOnline, isQualified } = record;
          const twin = records(context).find(
            (one) => one.id !== id && one.department === department && one.country === country,
          );
          if (twin !== undefined) steps.save({ ...twin, isOnline, isQualified }, context);
          steps.save(record, context);
        },
      }),
    },
    {
      title: 'an update also changes the last application of the same category and vendor',
      operation: 'updateApplication',
      rule: 'updates.untouched',
      rules: ['updates.other-records'],
      hook: (steps) => ({
        save: (record, context) => {
          const { id, sanctioned, singleSignOn } = record;
          const before = records(context).find((one) => one.id === id);
          const twin = records(context).findLast(
            (one) => one.id !== id && one.vendor === before?.vendor && one.categoryName === before?.categoryName,
          );
          if (twin !== undefined) steps.save({ ...twin, sanctioned, singleSignOn }, context);
          steps.save(record, context);
        },
      }),
    },
    {
      id: 'a-patch-reaches-all-users',
      title: 'an update changes all users',
      operation: 'updateUser',
      rule: 'updates.untouched',
      rules: ['updates.other-records'],
      also: [
        'bulk.other-records',
        'bulk.other-flags',
        'bulk.effect',
        'bulk.repeated-ids',
        'bulk.concurrent',
        'updates.own-values',
        'updates.idempotent',
        'updates.effect',
        'updates.listed',
        'updates.required-members',
        'updates.other-fields',
        'updates.unknown-id',
        'bulk.with-update',
        'authorization.writes',
      ],
      hook: (steps) => ({
        save: (record, context) => {
          const { isOnline, isInReview, isQualified } = record;
          for (const one of records(context)) steps.save({ ...one, isOnline, isInReview, isQualified }, context);
          steps.save(record, context);
        },
      }),
    },
    {
      title: 'an update of an application changes a flag of a user',
      operation: 'updateApplication',
      rule: 'updates.other-kinds',
      hook: (steps) => ({
        save: (record, context) => {
          const [first] = context.tenant.users.records;
          if (first !== undefined) context.tenant.users.replace({ ...first, isInReview: record.sanctioned !== true });
          steps.save(record, context);
        },
      }),
    },
    {
      title: 'a bulk update of users changes an application',
      operation: 'bulkUpdateUsers',
      rule: 'updates.other-kinds',
      rules: ['bulk.other-kinds'],
      hook: (steps) => ({
        completeTask: (task, context) => {
          const [first] = context.tenant.applications.records;
          if (first !== undefined && typeof task.flags.review === 'boolean')
            context.tenant.applications.replace({ ...first, sanctioned: task.flags.review });
          steps.completeTask(task, context);
        },
      }),
    },
    {
      title: 'an updated application is no longer in the list',
      operation: ['updateApplication', 'getApplications'],
      seenFrom: 'updateApplication',
      rule: 'updates.listed',
      hook: (steps) => {
        const updated = new Set<unknown>();
        return {
          save: (record, context) => {
            updated.add(record.id);
            steps.save(record, context);
          },
          collect: (context) => steps.collect(context).filter(({ id }) => !updated.has(id)),
        };
      },
    },
    {
      id: 'the-same-patch-again-takes-it-back',
      title: 'sending the same patch again undoes it',
      operation: 'updateUser',
      rule: 'updates.idempotent',
      also: ['updates.own-values'],
      hook: patched((updated, patch, before) =>
        before.isInReview === patch.isInReview ? { ...updated, isInReview: !patch.isInReview } : updated,
      ),
    },
    {
      id: 'every-patch-adds-to-the-notes',
      title: 'every update appends to the notes',
      operation: 'updateApplication',
      rule: 'updates.idempotent',
      also: ['updates.own-values'],
      hook: patched((updated, _patch, before) => ({ ...updated, notes: `${before.notes ?? ''}+` })),
    },
    {
      id: 'every-patch-counts-a-licence-more',
      title: 'every update increases the number of licences',
      operation: 'updateUser',
      rule: 'updates.idempotent',
      also: ['updates.other-fields'],
      hook: patched((updated) => ({ ...updated, licenseCount: Number(updated.licenseCount) + 1 })),
    },
  ],
  'writes',
);
