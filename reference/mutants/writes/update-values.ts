import type { Hook } from '../../behaviour.js';
import { body, both } from '../../hooks.js';
import type { Row } from '../../model.js';
import { type Defect, family } from '../mutant.js';
import { merging, objectOf, patched, records, stored } from './write-hooks.js';

/** Fields that no member of a patch names, with the operation whose records have them. */
const UNNAMED: readonly (readonly [operation: string, field: string, value: unknown])[] = [
  ['updateUser', 'displayName', ''],
  ['updateUser', 'email', null],
  ['updateUser', 'country', 'XX'],
  ['updateUser', 'lastActive', '2001-01-01T00:00:00Z'],
  ['updateUser', 'createdDate', '2001-01-01T00:00:00Z'],
  ['updateUser', 'status', 'Updated'],
  ['updateUser', 'userCostPerMonth', 0],
  ['updateUser', 'discoveryTypes', []],
  ['updateApplication', 'name', 'renamed'],
  ['updateApplication', 'vendorId', null],
  ['updateApplication', 'licenses', [{ id: 'license' }]],
  ['updateApplication', 'purchased', 123456],
  ['updateApplication', 'yearlyCost', 123456.5],
  ['updateApplication', 'certifications', []],
  ['updateApplication', 'disServiceId', null],
  ['updateApplication', 'discoveryDate', '2001-01-01'],
];

/** A clock that is the same on each day: a second later each time, from midnight on. */
function clock(): () => string {
  let seconds = Math.floor(Date.now() / DAY_MS) * (DAY_MS / 1000);
  return () => {
    seconds += 1;
    return new Date(seconds * 1000).toISOString().replace('.000', '');
  };
}

const DAY_MS = 86_400_000;

/** Accepts null for members with such a name, and leaves them as they are. */
const ignoringNulls =
  (isIgnored: (name: string) => boolean): Hook =>
  (steps) => ({
    ...merging(steps),
    readBody: (context) => {
      const given = objectOf(context.body ?? '');
      if (given === undefined) return steps.readBody(context);
      const kept = JSON.parse(context.body ?? '', (name, value) =>
        value === null && isIgnored(name) ? undefined : value,
      );
      return JSON.stringify(kept) === JSON.stringify(given) ? steps.readBody(context) : kept;
    },
  });

/** Every application has one of two AI categories, and most have the first of two subcategories that both categories share. */
const sharedSubcategories: Hook = (steps) => ({
  prepare: (tenant) => {
    steps.prepare(tenant);
    const { applications } = tenant;
    applications.records.forEach((one, index) => {
      const aiCategory = index % 2 === 0 ? 'Generative AI' : 'Assistive AI';
      applications.replace({ ...one, aiCategory, aiSubcategory: index % 8 < 6 ? 'None' : 'Image' });
    });
  },
});

const overwritten = UNNAMED.map(
  ([operation, field, value]): Defect => ({
    title: `an update of ${operation === 'updateUser' ? 'a user' : 'an application'} overwrites ${field}`,
    operation,
    rule: 'updates.untouched',
    rules: ['updates.other-fields'],
    hook: patched((updated) => ({ ...updated, [field]: value })),
  }),
);

/** A field that gets one more value, which differs in each record, and has it for good. */
const grown: Defect = {
  title: 'an update that sets singleSignOn adds a discovery type',
  operation: 'updateApplication',
  rule: 'updates.untouched',
  rules: ['updates.other-fields'],
  hook: patched((updated, patch) => {
    const types = updated.discoveryTypes as readonly number[];
    return patch.singleSignOn !== true || types.includes(99) ? updated : { ...updated, discoveryTypes: [...types, 99] };
  }),
};

/** Flags, with the operation that sets them. */
const FLAGS: readonly (readonly [operation: string, flag: string])[] = [
  ['updateUser', 'isOnline'],
  ['updateUser', 'isInReview'],
  ['updateUser', 'isQualified'],
  ['updateApplication', 'sanctioned'],
  ['updateApplication', 'singleSignOn'],
];

const flags = FLAGS.flatMap(([operation, flag]): Defect[] => [
  {
    title: `true toggles ${flag} instead of setting it`,
    operation,
    rule: 'updates.idempotent',
    rules: ['updates.idempotent', 'updates.same-again', 'updates.own-values'],
    also: ['updates.effect', 'updates.listed', 'writes.sequences', 'bulk.with-update'],
    hook: patched((updated, patch, before) => (patch[flag] === true ? { ...updated, [flag]: !before[flag] } : updated)),
  },
  {
    title: `${flag} is stored as a string`,
    operation,
    rule: 'updates.effect',
    rules: ['updates.own-values'],
    also: ['updates.answer', 'updates.media-type', 'updates.idempotent'],
    hook: patched((updated) => ({ ...updated, [flag]: String(updated[flag]) })),
  },
  {
    title: `${flag} is always set to true`,
    operation,
    rule: 'updates.effect',
    rules: ['updates.effect', 'updates.own-values'],
    also: ['updates.listed', 'writes.sequences', 'bulk.with-update'],
    hook: patched((updated) => ({ ...updated, [flag]: true })),
  },
  {
    title: `${flag} is in the response as it was sent and stored as it was`,
    operation,
    rule: 'updates.effect',
    also: ['updates.listed', 'writes.sequences', 'bulk.with-update'],
    hook: stored((updated, context) => ({
      ...updated,
      [flag]: records(context).find(({ id }) => id === updated.id)?.[flag],
    })),
  },
  {
    title: `${flag} in the response is the value before the update`,
    operation,
    rule: 'updates.effect',
    also: ['updates.own-values', 'writes.sequences', 'updates.texts', 'updates.idempotent'],
    hook: (steps) => {
      const before = new Map<unknown, unknown>();
      return {
        applyPatch: (record, patch, context) => {
          before.set(record.id, record[flag]);
          return steps.applyPatch(record, patch, context);
        },
        perform: (context) => {
          const given = steps.perform(context);
          const record = given.body as Row;
          return given.status === 200
            ? { ...given, body: { ...record, [flag]: before.get(String(record.id)) ?? record[flag] } }
            : given;
        },
      };
    },
  },
  {
    title: `the list shows ${flag} as it was before the run`,
    operation: operation === 'updateUser' ? 'getUsers' : 'getApplications',
    seenFrom: operation,
    rule: 'updates.listed',
    also: ['bulk.listed'],
    hook: (steps) => {
      const first = new Map<unknown, unknown>();
      return {
        collect: (context) =>
          steps.collect(context).map((one) => {
            if (!first.has(one.id)) first.set(one.id, one[flag]);
            return { ...one, [flag]: first.get(one.id) };
          }),
      };
    },
  },
]);

/** Members that are stored only if one of some others has another value, too. */
const TOGETHER: readonly (readonly [operation: string, name: string, others: readonly string[]])[] = [
  ['updateApplication', 'aiSubcategory', ['aiCategory']],
  ['updateApplication', 'notes', ['description', 'primaryOwnerId']],
  ['updateApplication', 'singleSignOn', ['sanctioned', 'notes']],
  ['updateUser', 'isQualified', ['isOnline', 'isInReview']],
];

/** What can be wrong with values that an update sets or leaves alone, for each field. */
export const updateValues = family(
  'update-values',
  [
    ...overwritten,
    grown,
    ...flags,
    {
      title: 'an update moves lastActive to the present',
      operation: 'updateUser',
      rule: 'updates.own-times',
      hook: (steps) => {
        const now = clock();
        return { applyPatch: (...given) => ({ ...steps.applyPatch(...given), lastActive: now() }) };
      },
    },
    {
      title: 'an update moves createdDate to the present second',
      operation: 'updateUser',
      rule: 'updates.own-times',
      hook: (steps) => ({
        applyPatch: (...given) => ({
          ...steps.applyPatch(...given),
          createdDate: new Date().toISOString().replace(/\.\d+/, ''),
        }),
      }),
    },
    {
      title: 'a bulk update moves lastActive to the present',
      operation: 'bulkUpdateUsers',
      rule: 'updates.own-times',
      hook: (steps) => {
        const now = clock();
        return { applyFlags: (...given) => ({ ...steps.applyFlags(...given), lastActive: now() }) };
      },
    },
    {
      title: 'the response of an update lacks the notes',
      operation: 'updateApplication',
      rule: 'updates.response',
      rarity: 'rare',
      hook: body(({ notes: _notes, ...rest }) => rest),
    },
    {
      title: 'the response of an update lacks the email',
      operation: 'updateUser',
      rule: 'updates.response',
      rarity: 'rare',
      hook: body(({ email: _email, ...rest }) => rest),
    },
    {
      title: 'the response of an update has another vendor than a read',
      operation: 'updateApplication',
      rule: 'updates.response',
      rules: ['updates.response', 'updates.other-fields'],
      hook: body((given) => ({ ...given, vendor: 'another vendor' })),
    },
    {
      title: 'the response of an update has no flags',
      operation: 'updateUser',
      rule: 'updates.response',
      rules: ['updates.effect', 'updates.response'],
      hook: body(({ isOnline: _one, isInReview: _two, isQualified: _three, ...rest }) => rest),
    },
    {
      title: 'the response of an update has the sent members alone',
      operation: 'updateUser',
      rule: 'updates.response',
      rarity: 'rare',
      hook: body((given, context) => ({ id: given.id, ...objectOf(context.body ?? '') })),
    },
    {
      title: 'null for the notes is stored as the text null',
      operation: 'updateApplication',
      rule: 'updates.hostile-bodies',
      rarity: 'rare',
      hook: (steps) => ({
        readBody: (context) => {
          const given = objectOf(context.body ?? '');
          return given !== undefined && given.notes === null && Object.keys(given).length >= 8
            ? { ...given, notes: 'null' }
            : steps.readBody(context);
        },
      }),
    },
    ...['updateApplication', 'updateUser'].map(
      (operation): Defect => ({
        title: `null changes nothing in ${operation}`,
        operation,
        rule: 'updates.hostile-bodies',
        hook: ignoringNulls(() => true),
      }),
    ),
    ...(['username', 'email'] as const).map(
      (text): Defect => ({
        title: `an update to another owner stores the ${text} as the name of the owner`,
        operation: 'updateApplication',
        rule: 'updates.copied-names',
        ...(text === 'email' && { rarity: 'rare' }),
        hook: patched((updated, patch, before, { tenant }) =>
          patch.primaryOwnerId === before.primaryOwnerId
            ? updated
            : { ...updated, primaryOwnerName: tenant.users.get(String(patch.primaryOwnerId))?.[text] ?? null },
        ),
      }),
    ),
    {
      title: 'an update to another owner keeps the name of the one before',
      operation: 'updateApplication',
      rule: 'updates.copied-names',
      hook: patched((updated, _patch, before) => ({ ...updated, primaryOwnerName: before.primaryOwnerName })),
    },
    {
      title: 'each update removes the name of the owner',
      operation: 'updateApplication',
      rule: 'updates.effect',
      rules: ['updates.own-values'],
      hook: patched((updated) => ({ ...updated, primaryOwnerName: null })),
    },
    {
      title: 'null for the category alone changes nothing',
      operation: 'updateApplication',
      rule: 'updates.hostile-bodies',
      rarity: 'rare',
      hook: ignoringNulls((name) => name === 'categoryName'),
    },
    {
      title: 'null for the website causes a 500',
      operation: 'updateApplication',
      rule: 'updates.hostile-bodies',
      rarity: 'rare',
      hook: (steps) => ({
        readBody: (context) => {
          if (objectOf(context.body ?? '')?.websiteDate === null) throw new Error('unexpected');
          return steps.readBody(context);
        },
      }),
    },
    {
      title: 'an update with the owner that an application has removes it',
      operation: 'updateApplication',
      rule: 'updates.effect',
      rules: ['updates.own-values'],
      reference: { sizes: { applications: 40 } },
      hook: patched((updated, patch, before) => ({
        ...updated,
        primaryOwnerId: patch.primaryOwnerId === before.primaryOwnerId ? null : patch.primaryOwnerId,
      })),
    },
    {
      title: 'the AI subcategory is not stored, and most applications have the same one',
      operation: 'updateApplication',
      rule: 'updates.effect',
      reference: { sizes: { applications: 40 } },
      hook: both(
        sharedSubcategories,
        patched((updated, _patch, before) => ({ ...updated, aiSubcategory: before.aiSubcategory })),
      ),
    },
    ...TOGETHER.map(
      ([operation, name, others]): Defect => ({
        title: `${name} is stored only together with another ${others.join(' or ')} in ${operation}`,
        operation,
        rule: 'updates.effect',
        rules: ['updates.each-member'],
        reference: { sizes: { applications: 40 } },
        hook: patched((updated, patch, before) =>
          others.every((other) => patch[other] === before[other]) ? { ...updated, [name]: before[name] } : updated,
        ),
      }),
    ),
    {
      title: 'the category is read from the top level of a patch',
      operation: 'updateApplication',
      rule: 'updates.category',
      hook: patched((updated, patch, before) => ({
        ...updated,
        categoryName: patch.categoryName ?? before.categoryName,
      })),
    },
    {
      title: 'a patch of the category takes the AI category away',
      operation: 'updateApplication',
      rule: ['updates.effect', 'updates.untouched'],
      rules: ['updates.category'],
      hook: patched((updated, patch, before) =>
        (patch.websiteDate as Row).categoryName === before.categoryName ? updated : { ...updated, aiCategory: '' },
      ),
    },
    {
      title: 'notes are stored in the description too',
      operation: 'updateApplication',
      rule: 'updates.effect',
      rules: ['updates.effect', 'updates.own-values'],
      hook: patched((updated, patch) => ({ ...updated, description: patch.notes })),
    },
    {
      title: 'a change of the category empties the notes',
      operation: 'updateApplication',
      rule: ['updates.category', 'updates.effect'],
      rules: ['updates.category', 'updates.effect'],
      rarity: 'rare',
      hook: stored((updated, context) => {
        const before = records(context).find(({ id }) => id === updated.id) ?? {};
        return before.categoryName === updated.categoryName ? updated : { ...updated, notes: '' };
      }),
    },
  ],
  'writes',
);
