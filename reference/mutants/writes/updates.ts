import type { Row } from '../../behaviour.js';
import { answer, body, refusal } from '../../hooks.js';
import { Refusal } from '../../refusal.js';
import { family } from '../mutant.js';
import {
  contentType,
  failing,
  neighbourOf,
  objectOf,
  partly,
  patched,
  records,
  refusing,
  stored,
  taking,
  unauthorized,
  without,
} from './write-hooks.js';

/** What can be wrong with an update of a record. */
export const updates = family(
  'updates',
  [
    {
      id: 'a-merge-patch-is-taken-as-application-json-only',
      title: 'a merge patch is taken as application/json only',
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
      title: 'a valid update is refused',
      operation: 'updateApplication',
      rule: 'updates.media-type',
      hook: refusing(400),
    },
    {
      id: 'an-update-is-answered-with-201',
      title: 'an update is answered with 201',
      operation: 'updateApplication',
      rule: 'updates.answer',
      hook: answer((given) => ({ ...given, status: 201 })),
    },
    {
      id: 'an-update-is-answered-with-204-and-no-body',
      title: 'an update is answered with 204 and no body',
      operation: 'updateUser',
      rule: 'updates.answer',
      hook: answer(() => ({ status: 204 })),
    },
    {
      id: 'an-update-answers-another-record',
      title: 'an update answers another record',
      operation: 'updateUser',
      rule: 'updates.answer',
      hook: body((given, context) => ({ ...given, id: neighbourOf(given, context).id })),
    },
    {
      id: 'an-update-answers-a-number-as-a-text',
      title: 'an update answers a number as a text',
      operation: 'updateApplication',
      rule: 'updates.answer',
      also: ['updates.other-fields'],
      hook: body((given) => ({ ...given, licenseCount: String(given.licenseCount) })),
    },
    {
      id: 'an-update-answers-discoverytypes-as-an-array',
      title: 'an update answers discoveryTypes as an array',
      operation: 'updateUser',
      rule: 'updates.answer',
      also: ['updates.other-fields'],
      hook: body((given) => ({ ...given, discoveryTypes: Object.values(given.discoveryTypes as object) })),
    },
    {
      id: 'an-update-is-answered-and-not-stored',
      title: 'an update is answered and not stored',
      operation: 'updateUser',
      rule: 'updates.effect',
      also: ['updates.listed', 'writes.sequences', 'bulk.with-update'],
      hook: stored(() => null),
    },
    {
      id: 'an-update-has-no-effect',
      title: 'an update has no effect',
      operation: 'updateApplication',
      rule: 'updates.effect',
      also: ['updates.listed', 'updates.category', 'writes.sequences', 'updates.texts', 'bulk.with-update'],
      hook: patched((_updated, _patch, before) => before),
    },
    {
      id: 'an-update-answers-the-record-as-it-was',
      title: 'an update answers the record as it was',
      operation: 'updateUser',
      rule: 'updates.effect',
      also: ['writes.sequences', 'updates.texts', 'updates.own-values'],
      hook: (steps) => ({
        write: (context) => {
          const before = steps.find('user', steps.readId('userId', context), context);
          const given = steps.write(context);
          return { ...given, body: steps.present(before as unknown as Row, 'user', context) };
        },
      }),
    },
    {
      id: 'notes-are-not-stored',
      title: 'notes are not stored',
      operation: 'updateApplication',
      rule: 'updates.effect',
      also: ['updates.texts', 'updates.listed', 'writes.sequences'],
      hook: patched((updated, _patch, before) => ({ ...updated, notes: before.notes })),
    },
    {
      id: 'sanctioned-is-stored-the-other-way-round',
      title: 'sanctioned is stored the other way round',
      operation: 'updateApplication',
      rule: 'updates.effect',
      rules: ['updates.own-values'],
      also: ['updates.idempotent'],
      hook: patched((updated) => ({ ...updated, sanctioned: !updated.sanctioned })),
    },
    {
      id: 'two-flags-are-mixed-up',
      title: 'two flags are mixed up',
      operation: 'updateUser',
      rule: 'updates.effect',
      rules: ['updates.own-values'],
      also: ['updates.idempotent', 'updates.effect', 'updates.listed', 'writes.sequences', 'bulk.with-update'],
      hook: patched((updated, patch) => ({ ...updated, isInReview: patch.isQualified, isQualified: patch.isInReview })),
    },
    {
      id: 'a-flag-can-be-set-and-not-taken-back',
      title: 'a flag can be set and not taken back',
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
      title: 'the owner stays the one that it was',
      operation: 'updateApplication',
      rule: 'updates.effect',
      also: ['updates.texts', 'updates.listed'],
      hook: patched((updated, _patch, before) => ({ ...updated, primaryOwnerId: before.primaryOwnerId })),
    },
    {
      id: 'the-category-is-not-stored',
      title: 'the category is not stored',
      operation: 'updateApplication',
      rule: 'updates.category',
      also: ['updates.texts'],
      hook: patched((updated, _patch, before) => ({ ...updated, categoryName: before.categoryName })),
    },
    {
      id: 'the-category-is-answered-and-not-stored',
      title: 'the category is answered and not stored',
      operation: 'updateApplication',
      rule: 'updates.category',
      also: ['updates.texts', 'updates.listed'],
      hook: stored((updated, context) => ({
        ...updated,
        categoryName: (records(context).find(({ id }) => id === updated.id) as Row).categoryName,
      })),
    },
    {
      id: 'an-update-takes-a-field-away-that-it-does-not-name',
      title: 'an update takes a field away that it does not name',
      operation: 'updateApplication',
      rule: 'updates.untouched',
      rules: ['updates.other-fields'],
      hook: patched((updated) => ({ ...updated, riskScore: null, discoverySource: null, vendor: null })),
    },
    {
      id: 'an-update-disables-the-user',
      title: 'an update disables the user',
      operation: 'updateUser',
      rule: 'updates.untouched',
      rules: ['updates.other-fields'],
      hook: patched((updated) => ({ ...updated, isEnabled: false, status: 'Inactive' })),
    },
    {
      id: 'an-update-empties-the-department-in-what-is-stored-alone',
      title: 'an update empties the department, in what is stored alone',
      operation: 'updateUser',
      rule: 'updates.untouched',
      rules: ['updates.other-fields'],
      hook: stored((updated) => ({ ...updated, department: '' })),
    },
    {
      id: 'an-update-takes-the-discovery-away',
      title: 'an update takes the discovery away',
      operation: 'updateApplication',
      rule: 'updates.untouched',
      rules: ['updates.other-fields'],
      hook: patched((updated) => ({ ...updated, discoveryTypes: [], discoveryDate: null })),
    },
    {
      id: 'a-patch-reaches-the-neighbour-too',
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
      id: 'a-patch-reaches-all-users',
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
      id: 'the-same-patch-again-takes-it-back',
      title: 'the same patch again takes it back',
      operation: 'updateUser',
      rule: 'updates.idempotent',
      also: ['updates.own-values'],
      hook: patched((updated, patch, before) =>
        before.isInReview === patch.isInReview ? { ...updated, isInReview: !patch.isInReview } : updated,
      ),
    },
    {
      id: 'every-patch-adds-to-the-notes',
      title: 'every patch adds to the notes',
      operation: 'updateApplication',
      rule: 'updates.idempotent',
      also: ['updates.own-values'],
      hook: patched((updated, patch, before) => ({ ...updated, notes: `${before.notes}${patch.notes}` })),
    },
    {
      id: 'every-patch-counts-a-licence-more',
      title: 'every patch counts a licence more',
      operation: 'updateUser',
      rule: 'updates.idempotent',
      also: ['updates.other-fields'],
      hook: patched((updated) => ({ ...updated, licenseCount: Number(updated.licenseCount) + 1 })),
    },
    {
      id: 'a-flag-that-is-missing-is-reset',
      title: 'a flag that is missing is reset',
      operation: 'updateUser',
      rule: 'updates.required-members',
      hook: without('isOnline', (updated) => ({ ...updated, isOnline: false })),
    },
    {
      id: 'notes-that-are-missing-are-emptied',
      title: 'notes that are missing are emptied',
      operation: 'updateApplication',
      rule: 'updates.required-members',
      hook: without('notes', (updated) => ({ ...updated, notes: '' })),
    },
    {
      id: 'a-website-that-is-missing-takes-the-category-away',
      title: 'a website that is missing takes the category away',
      operation: 'updateApplication',
      rule: 'updates.required-members',
      hook: without('websiteDate', (updated) => ({ ...updated, categoryName: null })),
    },
    {
      id: 'a-body-without-a-flag-is-taken-and-nothing-of-it-is-stored',
      title: 'a body without a flag is taken and nothing of it is stored',
      operation: 'updateUser',
      rule: 'updates.required-members',
      hook: (steps) => ({
        ...without('isQualified', (updated) => updated)(steps),
        save: (record, context) => {
          if ('isQualified' in (objectOf(context.body ?? '') ?? {})) steps.save(record, context);
        },
      }),
    },
    {
      id: 'a-website-without-a-category-is-a-500',
      title: 'a website without a category is a 500',
      operation: 'updateApplication',
      rule: 'updates.required-members',
      hook: failing((text) => {
        const website = objectOf(text)?.websiteDate;
        return (
          typeof website === 'object' && website !== null && !Array.isArray(website) && !('categoryName' in website)
        );
      }),
    },
    {
      id: 'a-missing-member-is-a-422',
      title: 'a missing member is a 422',
      operation: 'updateUser',
      rule: 'updates.required-members',
      hook: taking((text) => {
        const given = objectOf(text);
        if (given !== undefined && Object.keys(given).length === 2) throw new Refusal(422, 'a member is missing');
        return undefined;
      }),
    },
    {
      id: 'a-body-without-a-member-is-refused-and-stored-in-part',
      title: 'a body without a member is refused and stored in part',
      operation: 'updateUser',
      rule: 'updates.required-members',
      hook: partly((given) => Object.keys(given).length === 2),
    },
    {
      id: 'a-body-without-notes-is-refused-and-stored-in-part',
      title: 'a body without notes is refused and stored in part',
      operation: 'updateApplication',
      rule: 'updates.required-members',
      hook: partly((given) => Object.keys(given).length > 5 && !('notes' in given)),
    },
    {
      id: 'a-text-is-taken-for-a-flag',
      title: 'a text is taken for a flag',
      operation: 'updateUser',
      rule: 'updates.member-types',
      hook: taking((text) => {
        const given = objectOf(text);
        return given?.isOnline === 'true' ? { ...given, isOnline: true } : undefined;
      }),
    },
    {
      id: 'a-number-is-taken-for-notes',
      title: 'a number is taken for notes',
      operation: 'updateApplication',
      rule: 'updates.member-types',
      hook: taking((text) => {
        const given = objectOf(text);
        return typeof given?.notes === 'number' ? { ...given, notes: String(given.notes) } : undefined;
      }),
    },
    {
      id: 'a-flag-of-a-wrong-type-is-ignored',
      title: 'a flag of a wrong type is ignored',
      operation: 'updateUser',
      rule: 'updates.member-types',
      hook: (steps) => ({
        readBody: (context) => {
          const given = objectOf(context.body ?? '');
          return given !== undefined && typeof given.isInReview === 'object' && given.isInReview !== null
            ? given
            : steps.readBody(context);
        },
        applyPatch: (record, patch, context) => {
          const updated = steps.applyPatch(record, patch, context);
          return typeof patch.isInReview === 'object' ? { ...updated, isInReview: record.isInReview } : updated;
        },
      }),
    },
    {
      id: 'a-website-that-is-a-text-is-a-500',
      title: 'a website that is a text is a 500',
      operation: 'updateApplication',
      rule: 'updates.member-types',
      hook: failing((text) => typeof objectOf(text)?.websiteDate === 'string'),
    },
    {
      id: 'a-wrong-type-is-refused-and-the-rest-is-stored',
      title: 'a wrong type is refused and the rest is stored',
      operation: 'updateUser',
      rule: 'updates.member-types',
      hook: partly((given) => typeof given.isQualified === 'number'),
    },
    {
      id: 'json-that-is-broken-is-a-500',
      title: 'JSON that is broken is a 500',
      operation: 'updateUser',
      rule: 'updates.hostile-bodies',
      hook: failing((text) => text.endsWith(',}')),
    },
    {
      id: 'an-empty-body-is-a-500',
      title: 'an empty body is a 500',
      operation: 'updateApplication',
      rule: 'updates.hostile-bodies',
      hook: failing((text) => text === ''),
    },
    {
      id: 'an-empty-object-resets-all-flags',
      title: 'an empty object resets all flags',
      operation: 'updateUser',
      rule: 'updates.hostile-bodies',
      hook: taking((text) => (text === '{}' ? { isOnline: false, isInReview: false, isQualified: false } : undefined)),
    },
    {
      id: 'an-array-empties-the-notes',
      title: 'an array empties the notes',
      operation: 'updateApplication',
      rule: 'updates.hostile-bodies',
      hook: (steps) => ({
        readBody: (context) => {
          const text = context.body ?? '';
          return text.startsWith('[{') ? ((JSON.parse(text) as Row[])[0] ?? {}) : steps.readBody(context);
        },
        applyPatch: (record, patch, context) =>
          context.body?.startsWith('[{') ? { ...record, notes: '' } : steps.applyPatch(record, patch, context),
      }),
    },
    {
      id: 'a-patch-as-text-plain-is-a-500',
      title: 'a patch as text/plain is a 500',
      operation: 'updateUser',
      rule: 'updates.hostile-bodies',
      hook: failing((_text, context) => contentType(context).startsWith('text/plain')),
    },
    {
      id: 'null-is-a-500',
      title: 'null is a 500',
      operation: 'updateApplication',
      rule: 'updates.hostile-bodies',
      hook: failing((text) => objectOf(text)?.description === null),
    },
    {
      id: 'null-for-one-flag-resets-the-others',
      title: 'null for one flag resets the others',
      operation: 'updateUser',
      rule: 'updates.hostile-bodies',
      hook: taking((text) =>
        objectOf(text)?.isOnline === null ? { isOnline: false, isInReview: false, isQualified: false } : undefined,
      ),
    },
    {
      id: 'an-unknown-member-is-a-500',
      title: 'an unknown member is a 500',
      operation: 'updateApplication',
      rule: 'updates.hostile-bodies',
      hook: failing((text) => '$set' in (objectOf(text) ?? {})),
    },
    {
      id: 'long-notes-are-cut',
      title: 'long notes are cut',
      operation: 'updateApplication',
      rule: 'updates.texts',
      hook: patched((updated) => ({ ...updated, notes: String(updated.notes).slice(0, 4000) })),
    },
    {
      id: 'characters-outside-latin-1-are-lost',
      title: 'characters outside Latin-1 are lost',
      operation: 'updateApplication',
      rule: 'updates.texts',
      hook: patched((updated) => ({ ...updated, notes: String(updated.notes).replace(/[^\0-\u00ff]/gu, '?') })),
    },
    {
      id: 'markup-is-escaped-before-it-is-stored',
      title: 'markup is escaped before it is stored',
      operation: 'updateApplication',
      rule: 'updates.texts',
      hook: patched((updated) => ({ ...updated, description: String(updated.description).replaceAll('<', '&lt;') })),
    },
    {
      id: 'a-quote-is-a-500',
      title: 'a quote is a 500',
      operation: 'updateApplication',
      rule: 'updates.texts',
      hook: failing((text) => /'/.test(String(objectOf(text)?.notes))),
    },
    {
      id: 'an-update-of-an-unknown-id-is-answered-with-a-record',
      title: 'an update of an unknown id is answered with a record',
      operation: 'updateUser',
      rule: 'updates.unknown-id',
      hook: (steps) => ({
        find: (kind, id, context) => {
          try {
            return steps.find(kind, id, context);
          } catch {
            return { ...records(context)[0], id } as never;
          }
        },
        save: (record, context) => {
          if (context.tenant.users.get(String(record.id)) !== undefined) steps.save(record, context);
        },
      }),
    },
    {
      id: 'an-update-of-an-unknown-id-is-a-500',
      title: 'an update of an unknown id is a 500',
      operation: 'updateApplication',
      rule: 'updates.unknown-id',
      hook: refusal((given) => (given.status === 404 ? { ...given, status: 500 } : given)),
    },
    {
      id: 'an-update-of-an-unknown-id-is-stored-in-another-record',
      title: 'an update of an unknown id is stored in another record',
      operation: 'updateUser',
      rule: 'updates.unknown-id',
      hook: (steps) => ({
        find: (kind, id, context) => {
          try {
            return steps.find(kind, id, context);
          } catch {
            return records(context)[0] as never;
          }
        },
      }),
    },
    {
      id: 'an-update-of-an-unknown-id-is-a-400',
      title: 'an update of an unknown id is a 400',
      operation: 'updateUser',
      rule: 'updates.unknown-id-404',
      hook: refusal((given) =>
        given.status === 404 ? { ...given, status: 400, body: { error: { code: 400, message: 'no' } } } : given,
      ),
    },
    {
      id: 'an-update-of-an-id-that-is-no-uuid-is-a-500',
      title: 'an update of an id that is no UUID is a 500',
      operation: 'updateApplication',
      rule: 'errors.malformed-id',
      rules: ['errors.writes-malformed-id'],
      hook: (steps) => ({
        readId: (parameter, context) => {
          if (context.params[parameter] === 'not-a-uuid') throw new Error('unexpected');
          return steps.readId(parameter, context);
        },
      }),
    },
    {
      id: 'the-list-shows-a-record-as-it-was-before-the-first-update',
      title: 'the list shows a record as it was before the first update',
      operation: 'getUsers',
      seenFrom: 'updateUser',
      rule: 'updates.listed',
      hook: (steps) => {
        let first: readonly Row[] | undefined;
        return {
          collect: (context) => {
            first ??= [...steps.collect(context)];
            return first;
          },
        };
      },
    },
    {
      id: 'an-update-needs-no-credential',
      title: 'an update needs no credential',
      operation: 'updateUser',
      rule: 'authorization.writes',
      hook: unauthorized('success'),
    },
    {
      id: 'an-update-without-a-credential-is-refused-and-stored-all-the-same',
      title: 'an update without a credential is refused and stored all the same',
      operation: 'updateApplication',
      rule: 'authorization.writes',
      hook: unauthorized('refusal'),
    },
    {
      id: 'a-wrong-credential-is-enough-for-an-update',
      title: 'a wrong credential is enough for an update',
      operation: 'updateUser',
      rule: 'authorization.writes',
      hook: (steps) => ({
        authorize: (context) => {
          if (!/^Bearer \S/.test(String(context.headers.authorization ?? ''))) steps.authorize(context);
        },
      }),
    },
    {
      id: 'an-update-without-a-credential-is-refused-with-403',
      title: 'an update without a credential is refused with 403',
      operation: 'updateUser',
      rule: 'authorization.status',
      rules: ['authorization.writes-status'],
      hook: (steps) => ({
        authorize: (context) => {
          try {
            steps.authorize(context);
          } catch {
            throw new Refusal(403, 'no');
          }
        },
      }),
    },
    {
      id: 'a-400-has-no-error-body',
      title: 'a 400 has no error body',
      operation: 'updateApplication',
      rule: 'errors.body-400',
      rules: ['errors.writes-body-400'],
      hook: refusal((given) => (given.status === 400 ? { ...given, body: { message: 'no' } } : given)),
    },
    {
      id: 'a-404-has-the-code-of-another-status',
      title: 'a 404 has the code of another status',
      operation: 'updateUser',
      rule: 'errors.body-other',
      rules: ['errors.writes-body-other'],
      hook: refusal((given) =>
        given.status === 404 ? { ...given, body: { error: { code: 400, message: 'no' } } } : given,
      ),
    },
    {
      id: 'the-third-update-of-a-record-in-a-row-is-lost',
      title: 'the third update of a record in a row is lost',
      operation: 'updateUser',
      rule: 'writes.sequences',
      also: ['updates.effect', 'updates.listed', 'updates.idempotent', 'updates.other-fields', 'bulk.with-update'],
      hook: (steps) => {
        const counts = new Map<unknown, number>();
        return {
          save: (record, context) => {
            const count = (counts.get(record.id) ?? 0) + 1;
            counts.set(record.id, count);
            if (count % 3 !== 0) steps.save(record, context);
          },
        };
      },
    },
  ],
  'writes',
);
