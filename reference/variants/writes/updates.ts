import type { Context } from '../../behaviour.js';
import { body, on, record, refusal, stored, where } from '../../hooks.js';
import type { Row } from '../../model.js';
import { family } from '../variant.js';
import { isTask, isUpdate, refuse400, requiredMembers } from './bodies.js';
import { merging, removingNulls } from './merge-patches.js';

const isOneRecord = ({ operation }: Context): boolean => operation.success.item === undefined;

/** A user with the status and the savings that follow from its flags. */
function consequent(one: Row): Row {
  if (typeof one.isQualified !== 'boolean' || typeof one.isInReview !== 'boolean') return one;
  return { ...one, status: one.isQualified ? 'Active' : 'Inactive', potentialSavings: one.isInReview ? 0 : 12.5 };
}

/** What an update accepts, and what else it changes. */
export const updates = family(
  'updates',
  [
    {
      title: 'an update without a required member is merged, as in RFC 7396',
      chooses: ['updates.required-members'],
      hooks: [where(isUpdate, merging)],
    },
    {
      title: 'a null in an update removes the value, as in RFC 7396',
      chooses: ['updates.hostile-bodies'],
      hooks: [where(isUpdate, removingNulls)],
    },
    {
      title: 'an update is also accepted as application/json',
      chooses: ['updates.hostile-bodies'],
      hooks: [
        where(isUpdate, (steps) => ({
          readBody: (context) =>
            steps.readBody({
              ...context,
              headers: { ...context.headers, 'content-type': 'application/merge-patch+json' },
            }),
        })),
      ],
    },
    {
      title: 'an update with an unknown member is refused',
      chooses: ['updates.hostile-bodies'],
      hooks: [
        where(isUpdate, (steps) => ({
          readBody: (context) => {
            const given = steps.readBody(context);
            return Object.keys(given).length > requiredMembers(context) ? refuse400('a member is unknown') : given;
          },
        })),
      ],
    },
    {
      title: 'an update to an unknown category is refused',
      chooses: ['updates.texts'],
      hooks: [
        on('updateApplication', (steps) => {
          let known: ReadonlySet<unknown> | undefined;
          return {
            applyPatch: (before, patch, context) => {
              known ??= new Set(context.tenant.applications.records.map(({ categoryName }) => categoryName));
              const category = (patch.websiteDate as Row | undefined)?.categoryName ?? before.categoryName;
              return known.has(category) ? steps.applyPatch(before, patch, context) : refuse400('no such category');
            },
          };
        }),
      ],
    },
    {
      title: 'notes of more than 4000 characters are refused',
      chooses: ['updates.texts'],
      hooks: [
        on('updateApplication', (steps) => ({
          readBody: (context) => {
            const given = steps.readBody(context);
            return String(given.notes).length > 4000 ? refuse400('notes are too long') : given;
          },
        })),
      ],
    },
    {
      title: 'flags of a user decide its status and savings',
      chooses: ['records.states'],
      hooks: [
        stored(consequent),
        (steps) => ({
          applyPatch: (...given) => consequent(steps.applyPatch(...given)),
          applyFlags: (...given) => consequent(steps.applyFlags(...given)),
        }),
      ],
    },
    {
      title: 'a record shows the time of its update in a field that the document does not name',
      chooses: ['records.presence'],
      hooks: [
        (steps) => {
          const times = new Map<unknown, string>();
          return {
            save: (updated, context) => {
              times.set(updated.id, `${performance.now()}`);
              steps.save(updated, context);
            },
            present: (one, schema, context) => ({
              ...steps.present(one, schema, context),
              ...(times.has(one.id) && { modified: times.get(one.id) }),
            }),
          };
        },
      ],
    },
    {
      id: 'last-active-is-the-time-of-the-last-update',
      title: 'lastActive of a user is the time of its last update',
      chooses: ['updates.own-times'],
      warnings: {
        rules: ['updates.own-times'],
        because:
          'the document does not say that only discovered activity moves lastActive, but a client that sets a flag expects it',
      },
      hooks: [
        (steps) => ({
          save: (updated, context) => {
            const moved = 'lastActive' in updated ? { ...updated, lastActive: new Date().toISOString() } : updated;
            steps.save(moved, context);
          },
        }),
      ],
    },
    {
      title: 'the name of the owner is not returned',
      chooses: ['records.presence'],
      warnings: {
        rules: ['records.shown'],
        because:
          'The document does not say which fields may be absent; a field that no record has causes a warning all the same.',
      },
      hooks: [
        (steps) => ({
          present: (one, schema, context) => {
            const { primaryOwnerName: _name, ...rest } = steps.present(one, schema, context);
            return rest;
          },
        }),
      ],
    },
    {
      title: 'the name of the owner is outdated until a write refreshes it',
      chooses: ['records.presence'],
      hooks: [
        (steps) => ({
          prepare: (tenant) => {
            steps.prepare(tenant);
            for (const one of tenant.applications.records) {
              const { primaryOwnerName: name } = one;
              if (name !== null) tenant.applications.replace({ ...one, primaryOwnerName: `formerly ${name}` });
            }
          },
          applyFlags: (one, flags, context) => {
            const owner = context.tenant.users.get(String(one.primaryOwnerId));
            const name = owner === undefined ? {} : { primaryOwnerName: owner.displayName };
            return { ...steps.applyFlags(one, flags, context), ...name };
          },
        }),
      ],
    },
    {
      title: 'an update to another owner leaves the name of the owner as it was',
      chooses: ['updates.copied-names'],
      warnings: {
        rules: ['updates.copied-names'],
        because:
          'The document does not say that the name follows the id, but a client expects them to be of one user, as in all other records.',
      },
      hooks: [
        (steps) => ({
          applyPatch: (one, patch, context) => ({
            ...steps.applyPatch(one, patch, context),
            ...('primaryOwnerName' in one && { primaryOwnerName: one.primaryOwnerName }),
          }),
        }),
      ],
    },
    {
      title: 'the name of the owner is the username',
      chooses: ['updates.copied-names'],
      hooks: [
        (steps) => ({
          prepare: (tenant) => {
            steps.prepare(tenant);
            for (const one of tenant.applications.records) {
              const owner = tenant.users.get(String(one.primaryOwnerId));
              if (owner !== undefined) tenant.applications.replace({ ...one, primaryOwnerName: owner.username });
            }
          },
          applyPatch: (one, patch, context) => {
            const updated = steps.applyPatch(one, patch, context);
            const owner = context.tenant.users.get(String(updated.primaryOwnerId));
            return owner === undefined ? updated : { ...updated, primaryOwnerName: owner.username };
          },
        }),
      ],
    },
    {
      title: 'an update stores the id of the owner in upper case',
      liberty: 'RFC 9562 section 4: a UUID is read in any case',
      hooks: [
        on('updateApplication', (steps) => ({
          applyPatch: (one, patch, context) => {
            const { primaryOwnerId, ...updated } = steps.applyPatch(one, patch, context);
            return { ...updated, primaryOwnerId: primaryOwnerId && String(primaryOwnerId).toUpperCase() };
          },
        })),
      ],
    },
    {
      title: 'single records and task references have their ids in upper case',
      liberty: 'RFC 9562 section 4: a UUID is read in any case',
      hooks: [
        where(
          isOneRecord,
          record((one) => ({ ...one, ...(typeof one?.id === 'string' && { id: one.id.toUpperCase() }) })),
        ),
      ],
    },
    {
      title: 'responses to updates and tasks have no id',
      chooses: ['records.presence'],
      warnings: {
        rules: ['records.id-present'],
        because: 'The document does not say which fields may be absent; a record without an id causes a warning.',
      },
      hooks: [
        where(
          (context) => isUpdate(context) || isTask(context),
          body(({ id: _id, ...given }) => given),
        ),
      ],
    },
    {
      title: 'an update of an unknown id is a 400',
      chooses: ['updates.unknown-id-404'],
      warnings: {
        rules: ['updates.unknown-id-404'],
        because: 'The conditions of each status are not shown; both are documented for these operations.',
      },
      hooks: [
        where(
          isUpdate,
          refusal((given) =>
            given.status === 404 ? { ...given, status: 400, body: { error: { code: 400, message: 'no' } } } : given,
          ),
        ),
      ],
    },
  ],
  'writes',
);
