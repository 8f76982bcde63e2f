import type { Row } from '../../model.js';
import { Refusal } from '../../refusal.js';
import { type Defect, family } from '../mutant.js';
import { contentType, failing, objectOf, partly, patched, setting, taking, without } from './write-hooks.js';

/** Defects in how an update handles invalid or difficult bodies. */
export const updateBodies = family(
  'updates',
  [
    {
      id: 'a-flag-that-is-missing-is-reset',
      title: 'a flag that is missing in an update is reset',
      operation: 'updateUser',
      rule: 'updates.required-members',
      hook: without('isOnline', (updated) => ({ ...updated, isOnline: false })),
    },
    {
      title: 'a flag that is missing in an update is reset if another one is set',
      operation: 'updateUser',
      rule: 'updates.required-members',
      rarity: 'rare',
      hook: without('isQualified', (updated) =>
        updated.isInReview === true ? { ...updated, isQualified: false } : updated,
      ),
    },
    {
      id: 'notes-that-are-missing-are-emptied',
      title: 'notes that are missing in an update are cleared',
      operation: 'updateApplication',
      rule: 'updates.required-members',
      hook: without('notes', (updated) => ({ ...updated, notes: '' })),
    },
    {
      title: 'an AI subcategory that is missing in an update is cleared',
      operation: 'updateApplication',
      rule: 'updates.required-members',
      hook: without('aiSubcategory', (updated) => ({ ...updated, aiSubcategory: '' })),
    },
    {
      title: 'an update of an application needs no singleSignOn',
      operation: 'updateApplication',
      rule: 'updates.required-alike',
      hook: without('singleSignOn', (updated) => updated),
    },
    {
      title: 'an update of an application needs no website',
      operation: 'updateApplication',
      rule: 'updates.required-alike',
      hook: without('websiteDate', (updated) => updated),
    },
    {
      title: 'an update of a user needs no isQualified',
      operation: 'updateUser',
      rule: 'updates.required-alike',
      hook: without('isQualified', (updated) => updated),
    },
    {
      title: 'an unknown owner is stored as none',
      operation: 'updateApplication',
      rule: 'updates.hostile-bodies',
      rarity: 'rare',
      hook: (steps) => ({
        applyPatch: (record, patch, context) => {
          if (context.tenant.users.get(String(patch.primaryOwnerId)) !== undefined)
            return steps.applyPatch(record, patch, context);
          const updated = steps.applyPatch(record, { ...patch, primaryOwnerId: record.primaryOwnerId }, context);
          return { ...updated, primaryOwnerId: null, primaryOwnerName: null };
        },
      }),
    },
    {
      id: 'a-website-that-is-missing-takes-the-category-away',
      title: 'an update without a website removes the category',
      operation: 'updateApplication',
      rule: 'updates.required-members',
      hook: without('websiteDate', (updated) => ({ ...updated, categoryName: null })),
    },
    {
      id: 'a-body-without-a-flag-is-taken-and-nothing-of-it-is-stored',
      title: 'a body without a flag is accepted but not stored',
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
      title: 'a website without a category returns 500',
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
      title: 'a missing member returns 422',
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
      title: 'a body without a member is rejected but partly stored',
      operation: 'updateUser',
      rule: 'updates.required-members',
      hook: partly((given) => Object.keys(given).length === 2),
    },
    {
      title: 'a flag that is a text is rejected but set',
      operation: 'updateUser',
      rule: 'updates.member-types',
      hook: setting((given) => Object.keys(given).filter((name) => typeof given[name] === 'string')),
    },
    {
      id: 'a-body-without-notes-is-refused-and-stored-in-part',
      title: 'a body without notes is rejected but partly stored',
      operation: 'updateApplication',
      rule: 'updates.required-members',
      hook: partly((given) => Object.keys(given).length > 5 && !('notes' in given)),
    },
    {
      id: 'a-text-is-taken-for-a-flag',
      title: 'an update accepts a string as a flag',
      operation: 'updateUser',
      rule: 'updates.member-types',
      hook: taking((text) => {
        const given = objectOf(text);
        return given?.isOnline === 'true' ? { ...given, isOnline: true } : undefined;
      }),
    },
    {
      id: 'a-number-is-taken-for-notes',
      title: 'an update accepts a number as notes',
      operation: 'updateApplication',
      rule: 'updates.member-types',
      hook: taking((text) => {
        const given = objectOf(text);
        return typeof given?.notes === 'number' ? { ...given, notes: String(given.notes) } : undefined;
      }),
    },
    {
      id: 'a-flag-of-a-wrong-type-is-ignored',
      title: 'a flag of the wrong type is ignored',
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
      title: 'a website that is a string returns 500',
      operation: 'updateApplication',
      rule: 'updates.member-types',
      hook: failing((text) => typeof objectOf(text)?.websiteDate === 'string'),
    },
    {
      id: 'a-wrong-type-is-refused-and-the-rest-is-stored',
      title: 'a body with a wrong type is rejected but the rest is stored',
      operation: 'updateUser',
      rule: 'updates.member-types',
      hook: partly((given) => typeof given.isQualified === 'number'),
    },
    {
      id: 'json-that-is-broken-is-a-500',
      title: 'invalid JSON returns 500',
      operation: 'updateUser',
      rule: 'updates.hostile-bodies',
      hook: failing((text) => text.endsWith(',}')),
    },
    {
      id: 'an-empty-body-is-a-500',
      title: 'an empty body returns 500',
      operation: 'updateApplication',
      rule: 'updates.hostile-bodies',
      hook: failing((text) => text === ''),
    },
    {
      title: 'an empty object resets all flags',
      operation: 'updateUser',
      rule: 'updates.hostile-bodies',
      hook: taking((text) => (text === '{}' ? { isOnline: false, isInReview: false, isQualified: false } : undefined)),
    },
    {
      id: 'an-array-empties-the-notes',
      title: 'an array as the body clears the notes',
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
      title: 'a patch as text/plain returns 500',
      operation: 'updateUser',
      rule: 'updates.hostile-bodies',
      hook: failing((_text, context) => contentType(context).startsWith('text/plain')),
    },
    {
      id: 'null-is-a-500',
      title: 'null returns 500',
      operation: 'updateApplication',
      rule: 'updates.hostile-bodies',
      hook: failing((text) => objectOf(text)?.description === null),
    },
    {
      title: 'null for one flag resets the others',
      operation: 'updateUser',
      rule: 'updates.hostile-bodies',
      hook: taking((text) =>
        objectOf(text)?.isOnline === null ? { isOnline: false, isInReview: false, isQualified: false } : undefined,
      ),
    },
    {
      id: 'an-unknown-member-is-a-500',
      title: 'an unknown member returns 500',
      operation: 'updateApplication',
      rule: 'updates.hostile-bodies',
      hook: failing((text) => '$set' in (objectOf(text) ?? {})),
    },
    {
      id: 'long-notes-are-cut',
      title: 'long notes are truncated',
      operation: 'updateApplication',
      rule: 'updates.texts',
      hook: patched((updated) => ({ ...updated, notes: String(updated.notes).slice(0, 4000) })),
    },
    {
      title: 'characters outside Latin-1 are lost',
      operation: 'updateApplication',
      rule: 'updates.texts',
      hook: patched((updated) => ({ ...updated, notes: String(updated.notes).replace(/[^\0-\u00ff]/gu, '?') })),
    },
    {
      title: 'emoji are lost in the AI subcategory',
      operation: 'updateApplication',
      rule: 'updates.texts',
      rarity: 'rare',
      hook: patched((updated) => ({
        ...updated,
        aiSubcategory: String(updated.aiSubcategory).replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
      })),
    },
    {
      title: 'markup is escaped before it is stored',
      operation: 'updateApplication',
      rule: 'updates.texts',
      hook: patched((updated) => ({ ...updated, description: String(updated.description).replaceAll('<', '&lt;') })),
    },
    {
      id: 'a-quote-is-a-500',
      title: 'a quote returns 500',
      operation: 'updateApplication',
      rule: 'updates.texts',
      hook: failing((text) => /'/.test(String(objectOf(text)?.notes))),
    },
    ...['updateUser', 'updateApplication'].flatMap((operation): Defect[] => [
      ...[415, 400].map(
        (status): Defect => ({
          title: `a charset parameter is refused with ${status} by ${operation}`,
          operation,
          rule: 'updates.charset',
          rarity: 'rare',
          hook: (steps) => ({
            readBody: (context) => {
              if (/;/.test(contentType(context))) throw new Refusal(status, 'no parameters');
              return steps.readBody(context);
            },
          }),
        }),
      ),
      {
        title: `a body with a charset parameter is taken for an empty one by ${operation}`,
        operation,
        rule: 'updates.charset',
        rarity: 'rare',
        hook: (steps) => ({
          applyPatch: (record, patch, context) =>
            /;/.test(contentType(context)) ? record : steps.applyPatch(record, patch, context),
        }),
      },
    ]),
  ],
  'writes',
);
