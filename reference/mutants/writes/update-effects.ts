import type { Hook } from '../../behaviour.js';
import { answer, body } from '../../hooks.js';
import type { Row } from '../../model.js';
import { Refusal } from '../../refusal.js';
import { family } from '../mutant.js';
import { contentType, neighbourOf, patched, records, refusing, stored } from './write-hooks.js';

/** Defects of the effect of an update, and of its response. */
export const updateEffects = family(
  'updates',
  [
    {
      id: 'a-merge-patch-is-taken-as-application-json-only',
      title: 'an update accepts only application/json',
      operation: 'updateUser',
      rule: 'updates.media-type',
      also: ['updates.answer'],
      hook: (steps) => ({
        readBody: (context) => {
          if (contentType(context).startsWith('application/merge-patch+json')) throw new Refusal(415, 'JSON, please');
          const headers = { ...context.headers, 'content-type': 'application/merge-patch+json' };
          return steps.readBody({ ...context, headers });
        },
      }),
    },
    {
      id: 'a-valid-update-is-refused',
      title: 'a valid update is rejected',
      operation: 'updateApplication',
      rule: 'updates.answer',
      hook: refusing(400),
    },
    ...(
      [
        ['updateApplication', 'singleSignOn'],
        ['updateUser', 'isQualified'],
      ] as const
    ).map(([operation, flag]) => ({
      title: `an update rejects a ${flag} that is false as missing`,
      operation,
      rule: 'updates.effect' as const,
      also: ['updates.answer', 'updates.own-values'],
      hook: ((steps) => ({
        readBody: (context) => {
          const patch = steps.readBody(context);
          if (patch[flag] === false) throw new Refusal(400, `${flag} is required`);
          return patch;
        },
      })) satisfies Hook,
    })),
    {
      id: 'a-merge-patch-is-refused-with-400-and-json-accepted',
      title: 'an update rejects application/merge-patch+json with 400 and accepts application/json',
      operation: 'updateApplication',
      rule: 'updates.media-type',
      also: ['updates.answer'],
      hook: (steps) => ({
        readBody: (context) => {
          if (contentType(context).startsWith('application/merge-patch+json')) throw new Refusal(400, 'JSON, please');
          const headers = { ...context.headers, 'content-type': 'application/merge-patch+json' };
          return steps.readBody({ ...context, headers });
        },
      }),
    },
    {
      id: 'an-update-is-answered-with-201',
      title: 'an update returns 201',
      operation: 'updateApplication',
      rule: 'updates.answer',
      hook: answer((given) => ({ ...given, status: 201 })),
    },
    {
      id: 'an-update-is-answered-with-204-and-no-body',
      title: 'an update returns 204 and no body',
      operation: 'updateUser',
      rule: 'updates.answer',
      hook: answer(() => ({ status: 204 })),
    },
    {
      id: 'an-update-answers-another-record',
      title: 'an update returns another record',
      operation: 'updateUser',
      rule: 'updates.answer',
      hook: body((given, context) => ({ ...given, id: neighbourOf(given, context).id })),
    },
    {
      id: 'an-update-answers-a-number-as-a-text',
      title: 'an update returns a number as a string',
      operation: 'updateApplication',
      rule: 'updates.answer',
      also: ['updates.response', 'updates.other-fields'],
      hook: body((given) => ({ ...given, licenseCount: String(given.licenseCount) })),
    },
    {
      id: 'an-update-answers-discoverytypes-as-an-array',
      title: 'an update returns discoveryTypes as an array',
      operation: 'updateUser',
      rule: 'updates.answer',
      also: ['updates.response', 'updates.other-fields'],
      hook: body((given) => ({ ...given, discoveryTypes: Object.values(given.discoveryTypes as object) })),
    },
    {
      id: 'an-update-is-answered-and-not-stored',
      title: 'an update returns the new record but does not store it',
      operation: 'updateUser',
      rule: 'updates.effect',
      also: ['updates.charset', 'updates.listed', 'writes.sequences', 'bulk.with-update'],
      hook: stored(() => null),
    },
    {
      title: 'an update has no effect',
      operation: 'updateApplication',
      rule: 'updates.effect',
      also: [
        'updates.charset',
        'updates.listed',
        'updates.category',
        'writes.sequences',
        'updates.texts',
        'bulk.with-update',
      ],
      hook: patched((_updated, _patch, before) => before),
    },
    {
      id: 'an-update-answers-the-record-as-it-was',
      title: 'an update returns the record from before it',
      operation: 'updateUser',
      rule: 'updates.effect',
      also: ['updates.response', 'writes.sequences', 'updates.texts', 'updates.own-values'],
      hook: (steps) => ({
        write: (context) => {
          const before = steps.find('user', steps.readId('userId', context), context);
          const given = steps.write(context);
          return { ...given, body: steps.present(before as unknown as Row, 'user', context) };
        },
      }),
    },
    {
      title: 'notes are not stored',
      operation: 'updateApplication',
      rule: 'updates.effect',
      also: ['updates.texts', 'updates.listed', 'writes.sequences'],
      hook: patched((updated, _patch, before) => ({ ...updated, notes: before.notes })),
    },
    {
      id: 'sanctioned-is-stored-the-other-way-round',
      title: 'sanctioned is stored inverted',
      operation: 'updateApplication',
      rule: 'updates.effect',
      rules: ['updates.own-values'],
      also: ['updates.idempotent'],
      hook: patched((updated) => ({ ...updated, sanctioned: !updated.sanctioned })),
    },
    {
      id: 'two-flags-are-mixed-up',
      title: 'two flags are swapped',
      operation: 'updateUser',
      rule: 'updates.effect',
      rules: ['updates.own-values'],
      also: ['updates.idempotent', 'updates.effect', 'updates.listed', 'writes.sequences', 'bulk.with-update'],
      hook: patched((updated, patch) => ({ ...updated, isInReview: patch.isQualified, isQualified: patch.isInReview })),
    },
    {
      id: 'a-flag-can-be-set-and-not-taken-back',
      title: 'an update can set a flag but not clear it',
      operation: 'updateUser',
      rule: 'updates.effect',
      also: ['updates.listed', 'writes.sequences', 'bulk.with-update'],
      hook: patched((updated, _patch, before) => ({
        ...updated,
        isQualified: updated.isQualified || before.isQualified,
      })),
    },
    {
      id: 'the-owner-stays-the-one-that-it-was',
      title: 'the owner does not change',
      operation: 'updateApplication',
      rule: 'updates.effect',
      also: ['updates.texts', 'updates.listed'],
      hook: patched((updated, _patch, before) => ({ ...updated, primaryOwnerId: before.primaryOwnerId })),
    },
    {
      title: 'the category is not stored',
      operation: 'updateApplication',
      rule: 'updates.category',
      also: ['updates.texts'],
      hook: patched((updated, _patch, before) => ({ ...updated, categoryName: before.categoryName })),
    },
    {
      id: 'the-category-is-answered-and-not-stored',
      title: 'the category is returned but not stored',
      operation: 'updateApplication',
      rule: 'updates.category',
      also: ['updates.texts', 'updates.listed'],
      hook: stored((updated, context) => ({
        ...updated,
        categoryName: (records(context).find(({ id }) => id === updated.id) as Row).categoryName,
      })),
    },
  ],
  'writes',
);
