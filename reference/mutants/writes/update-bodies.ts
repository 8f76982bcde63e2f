import type { Row } from '../../model.js';
import { Refusal } from '../../refusal.js';
import { family } from '../mutant.js';
import { contentType, failing, objectOf, partly, patched, taking, without } from './write-hooks.js';

/** What can be wrong with how an update takes bodies that are not as they should be, or hard. */
export const updateBodies = family(
  'updates',
  [
    {
      title: 'a flag that is missing is reset',
      operation: 'updateUser',
      rule: 'updates.required-members',
      hook: without('isOnline', (updated) => ({ ...updated, isOnline: false })),
    },
    {
      title: 'notes that are missing are emptied',
      operation: 'updateApplication',
      rule: 'updates.required-members',
      hook: without('notes', (updated) => ({ ...updated, notes: '' })),
    },
    {
      title: 'a website that is missing takes the category away',
      operation: 'updateApplication',
      rule: 'updates.required-members',
      hook: without('websiteDate', (updated) => ({ ...updated, categoryName: null })),
    },
    {
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
      title: 'a body without a member is refused and stored in part',
      operation: 'updateUser',
      rule: 'updates.required-members',
      hook: partly((given) => Object.keys(given).length === 2),
    },
    {
      title: 'a body without notes is refused and stored in part',
      operation: 'updateApplication',
      rule: 'updates.required-members',
      hook: partly((given) => Object.keys(given).length > 5 && !('notes' in given)),
    },
    {
      title: 'a text is taken for a flag',
      operation: 'updateUser',
      rule: 'updates.member-types',
      hook: taking((text) => {
        const given = objectOf(text);
        return given?.isOnline === 'true' ? { ...given, isOnline: true } : undefined;
      }),
    },
    {
      title: 'a number is taken for notes',
      operation: 'updateApplication',
      rule: 'updates.member-types',
      hook: taking((text) => {
        const given = objectOf(text);
        return typeof given?.notes === 'number' ? { ...given, notes: String(given.notes) } : undefined;
      }),
    },
    {
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
      title: 'a website that is a text is a 500',
      operation: 'updateApplication',
      rule: 'updates.member-types',
      hook: failing((text) => typeof objectOf(text)?.websiteDate === 'string'),
    },
    {
      title: 'a wrong type is refused and the rest is stored',
      operation: 'updateUser',
      rule: 'updates.member-types',
      hook: partly((given) => typeof given.isQualified === 'number'),
    },
    {
      title: 'JSON that is broken is a 500',
      operation: 'updateUser',
      rule: 'updates.hostile-bodies',
      hook: failing((text) => text.endsWith(',}')),
    },
    {
      title: 'an empty body is a 500',
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
      title: 'a patch as text/plain is a 500',
      operation: 'updateUser',
      rule: 'updates.hostile-bodies',
      hook: failing((_text, context) => contentType(context).startsWith('text/plain')),
    },
    {
      title: 'null is a 500',
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
      title: 'an unknown member is a 500',
      operation: 'updateApplication',
      rule: 'updates.hostile-bodies',
      hook: failing((text) => '$set' in (objectOf(text) ?? {})),
    },
    {
      title: 'long notes are cut',
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
      title: 'markup is escaped before it is stored',
      operation: 'updateApplication',
      rule: 'updates.texts',
      hook: patched((updated) => ({ ...updated, description: String(updated.description).replaceAll('<', '&lt;') })),
    },
    {
      title: 'a quote is a 500',
      operation: 'updateApplication',
      rule: 'updates.texts',
      hook: failing((text) => /'/.test(String(objectOf(text)?.notes))),
    },
  ],
  'writes',
);
