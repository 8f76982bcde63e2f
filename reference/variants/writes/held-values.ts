import type { Hook } from '../../behaviour.js';
import { both, on } from '../../hooks.js';
import type { Row } from '../../model.js';
import { family } from '../variant.js';
import { refuse400 } from './bodies.js';
import { removingNulls } from './merge-patches.js';

/** The id of a user who has left the company. */
const LEFT = '5ad64a0e-3c1f-4f1b-8f39-6f0c6e0f7b1d';

/** Every application has all values that an update names, and each third one, from the first on, has these values too. */
const everyThird =
  (values: Row): Hook =>
  (steps) => ({
    prepare: (tenant) => {
      steps.prepare(tenant);
      const { applications, users } = tenant;
      const [owner] = users.records;
      applications.records.forEach((one, index) => {
        const complete = {
          primaryOwnerId: one.primaryOwnerId ?? owner?.id ?? null,
          primaryOwnerName: one.primaryOwnerName ?? owner?.displayName ?? null,
          notes: one.notes ?? `note ${index}`,
          aiCategory: one.aiCategory ?? 'Assistant',
          aiSubcategory: one.aiSubcategory ?? 'Chat',
        };
        applications.replace({ ...one, ...complete, ...(index % 3 === 0 && values) });
      });
    },
  });

/** All applications but the first two have a text from before that an update would not store now. */
const mostlyHolding = (description: string): Hook =>
  both(everyThird({}), (steps) => ({
    prepare: (tenant) => {
      steps.prepare(tenant);
      const { applications } = tenant;
      applications.records.forEach((one, index) => {
        if (index >= WHOLE) applications.replace({ ...one, description });
      });
    },
  }));

/** So many applications have all values that an update names, and each other one lacks one of these. */
const WHOLE = 2;
const LACKED = ['notes', 'aiCategory', 'aiSubcategory'];

/** All applications but the first `whole` lack a value, and null removes values: `stored` is what a record has instead. */
const lackingValues = (stored: string | null, whole = WHOLE): Hook =>
  both(
    everyThird({}),
    (steps) => ({
      prepare: (tenant) => {
        steps.prepare(tenant);
        const { applications } = tenant;
        applications.records.forEach((one, index) => {
          if (index >= whole) applications.replace({ ...one, [LACKED[index % LACKED.length] ?? '']: null });
        });
      },
    }),
    on(
      'updateApplication',
      both(removingNulls, (steps) => ({
        applyPatch: (before, patch, context) => {
          const removed = LACKED.filter((name) => patch[name] === null);
          const patched = steps.applyPatch(before, patch, context);
          return { ...patched, ...Object.fromEntries(removed.map((name) => [name, stored])) };
        },
      })),
    ),
  );

const refusingUpdates = (rejects: (patch: Row, hasUser: (id: string) => boolean) => boolean): Hook =>
  on('updateApplication', (steps) => ({
    applyPatch: (before, patch, context) => {
      const hasUser = (id: string) => context.tenant.users.get(id.toLowerCase()) !== undefined;
      return rejects(patch, hasUser) ? refuse400('not accepted') : steps.applyPatch(before, patch, context);
    },
  }));

/** Each category, and each pair of AI categories, is that of one application alone or of two. */
const fewOfEach: Hook = (steps) => ({
  prepare: (tenant) => {
    steps.prepare(tenant);
    const { applications } = tenant;
    applications.records.forEach((one, index) => {
      const kind = index % 3 === 0 ? `${index}` : `${Math.floor(index / 3)} of two`;
      const own = { categoryName: `Category ${kind}`, aiCategory: `AI ${kind}`, aiSubcategory: `Kind ${kind}` };
      applications.replace({ ...one, ...own });
    });
  },
});

/** Updates set only categories, and pairs of AI categories, that some application has at that moment. */
const refusingNewCategories: Hook = on('updateApplication', (steps) => ({
  applyPatch: (before, patch, context) => {
    const { categoryName } = patch.websiteDate as Row;
    const { records } = context.tenant.applications;
    const isPair = (one: Row) => one.aiCategory === patch.aiCategory && one.aiSubcategory === patch.aiSubcategory;
    const isKnown =
      records.some((one) => one.categoryName === categoryName) && records.some((one) => isPair({ ...one }));
    return isKnown ? steps.applyPatch(before, patch, context) : refuse400('no application has the category');
  },
}));

/** Records that hold what an update cannot set again. */
export const heldValues = family(
  'updates',
  [
    {
      title: 'an application of an owner who has left cannot be saved again',
      chooses: ['updates.texts'],
      hooks: [
        both(
          everyThird({ primaryOwnerId: LEFT, primaryOwnerName: 'No longer here' }),
          refusingUpdates(({ primaryOwnerId }, hasUser) => !hasUser(String(primaryOwnerId))),
        ),
      ],
    },
    {
      title: 'an update sets only categories that some application has, and most have their own',
      chooses: ['updates.texts'],
      hooks: [both(fewOfEach, refusingNewCategories)],
    },
    {
      title: 'markup is refused in an update, and some notes have it from before',
      chooses: ['updates.texts'],
      hooks: [
        both(
          everyThird({ notes: 'see the <b>contract</b>' }),
          refusingUpdates((patch) => /<[a-z/]/i.test(JSON.stringify(patch))),
        ),
      ],
    },
    {
      title: 'an empty text is stored as null, and some notes are empty from before',
      chooses: ['records.presence'],
      hooks: [
        both(
          everyThird({ notes: '' }),
          on('updateApplication', (steps) => ({
            applyPatch: (...given) => {
              const patched = steps.applyPatch(...given);
              const emptied = Object.entries(patched).filter(([, value]) => value === '');
              return { ...patched, ...Object.fromEntries(emptied.map(([name]) => [name, null])) };
            },
          })),
        ),
      ],
    },
    {
      title:
        'a text of more than 1000 characters is refused if it is new, and most descriptions are longer from before',
      chooses: ['updates.texts'],
      hooks: [
        both(
          mostlyHolding('a long text '.repeat(100)),
          on('updateApplication', (steps) => ({
            applyPatch: (before, patch, context) => {
              const { description } = patch;
              const isNew = description !== before.description;
              if (isNew && String(description ?? '').length > 1000) refuse400('the description is too long');
              return steps.applyPatch(before, patch, context);
            },
          })),
        ),
      ],
    },
    {
      title: 'most applications lack a value, and null removes one in an update',
      chooses: ['updates.hostile-bodies'],
      hooks: [lackingValues(null)],
    },
    {
      title: 'most applications lack a value, and an update with null stores an empty text',
      chooses: ['updates.hostile-bodies'],
      hooks: [lackingValues('')],
    },
    {
      title: 'each application lacks a value, and an update with null stores an empty text',
      chooses: ['updates.hostile-bodies'],
      inconclusiveWrites: ['updateApplication'],
      hooks: [lackingValues('', 0)],
    },
  ],
  'writes',
);
