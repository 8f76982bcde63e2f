import { family } from '../mutant.js';
import { neighbourOf, patched, records, stored } from './write-hooks.js';

/** What can be wrong with what an update leaves alone: other fields, other records, and a second time. */
export const updateReach = family(
  'updates',
  [
    {
      title: 'an update takes a field away that it does not name',
      operation: 'updateApplication',
      rule: 'updates.untouched',
      rules: ['updates.other-fields'],
      hook: patched((updated) => ({ ...updated, riskScore: null, discoverySource: null, vendor: null })),
    },
    {
      title: 'an update disables the user',
      operation: 'updateUser',
      rule: 'updates.untouched',
      rules: ['updates.other-fields'],
      hook: patched((updated) => ({ ...updated, isEnabled: false, status: 'Inactive' })),
    },
    {
      title: 'an update empties the department, in what is stored alone',
      operation: 'updateUser',
      rule: 'updates.untouched',
      rules: ['updates.other-fields'],
      hook: stored((updated) => ({ ...updated, department: '' })),
    },
    {
      title: 'an update takes the discovery away',
      operation: 'updateApplication',
      rule: 'updates.untouched',
      rules: ['updates.other-fields'],
      hook: patched((updated) => ({ ...updated, discoveryTypes: [], discoveryDate: null })),
    },
    {
      title: 'a patch reaches the neighbour too',
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
      title: 'a patch reaches all users',
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
      title: 'the same patch again takes it back',
      operation: 'updateUser',
      rule: 'updates.idempotent',
      also: ['updates.own-values'],
      hook: patched((updated, patch, before) =>
        before.isInReview === patch.isInReview ? { ...updated, isInReview: !patch.isInReview } : updated,
      ),
    },
    {
      title: 'every patch adds to the notes',
      operation: 'updateApplication',
      rule: 'updates.idempotent',
      also: ['updates.own-values'],
      hook: patched((updated, patch, before) => ({ ...updated, notes: `${before.notes}${patch.notes}` })),
    },
    {
      title: 'every patch counts a licence more',
      operation: 'updateUser',
      rule: 'updates.idempotent',
      also: ['updates.other-fields'],
      hook: patched((updated) => ({ ...updated, licenseCount: Number(updated.licenseCount) + 1 })),
    },
  ],
  'writes',
);
