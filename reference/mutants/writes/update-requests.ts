import type { Hook } from '../../behaviour.js';
import { closing, refusal } from '../../hooks.js';
import type { Row } from '../../model.js';
import { Refusal } from '../../refusal.js';
import { family } from '../mutant.js';
import { finding, records, unauthorized } from './write-hooks.js';

/** Defects in how an update handles ids, credentials and consecutive updates. */
export const updateRequests = family(
  'updates',
  [
    {
      id: 'an-update-of-an-unknown-id-is-answered-with-a-record',
      title: 'an update of an unknown id returns a record',
      operation: 'updateUser',
      rule: 'updates.unknown-id',
      hook: (steps) => ({
        ...finding((id, context) => ({ ...records(context)[0], id }))(steps),
        save: (record, context) => {
          if (context.tenant.users.get(String(record.id)) !== undefined) steps.save(record, context);
        },
      }),
    },
    ...(
      [
        ['updateApplication', 'an emoji', /\p{Extended_Pictographic}/u],
        ['updateUser', 'null', /:\s*null/],
        ['bulkUpdateUsers', 'two ids', /"ids":\s*\["[^"]*",\s*"[^"]*"\]/],
      ] as const
    ).map(([operation, what, pattern]) => ({
      title: `${operation} closes the connection for a body with ${what}`,
      operation,
      rule: 'answers.response' as const,
      rules: ['answers.writes-response'],
      rarity: 'rare' as const,
      hook: closing((_reply, context) => pattern.test(context.body ?? '')),
    })),
    ...(['updateApplication', 'updateUser'] as const).map((operation) => ({
      title: `${operation} returns the record for a body that is no JSON`,
      operation,
      rule: 'updates.hostile-bodies' as const,
      rarity: 'rare' as const,
      hook: ((steps) => ({
        readBody: (context) => (/^\w/.test(context.body ?? '') ? {} : steps.readBody(context)),
        applyPatch: (one, patch, context) =>
          Object.keys(patch).length === 0 ? one : steps.applyPatch(one, patch, context),
      })) satisfies Hook,
    })),
    {
      id: 'an-update-of-an-unknown-id-is-a-500',
      title: 'an update of an unknown id returns 500',
      operation: 'updateApplication',
      rule: 'updates.unknown-id',
      hook: refusal((given) => (given.status === 404 ? { ...given, status: 500 } : given)),
    },
    {
      id: 'an-update-of-an-unknown-id-is-stored-in-another-record',
      title: 'an update of an unknown id changes another record',
      operation: 'updateUser',
      rule: 'updates.unknown-id',
      hook: finding((_id, context) => records(context)[0] ?? {}),
    },
    {
      id: 'an-update-of-an-unknown-id-is-a-400',
      title: 'an update of an unknown id returns 400',
      operation: 'updateUser',
      rule: 'updates.unknown-id-404',
      hook: refusal((given) =>
        given.status === 404 ? { ...given, status: 400, body: { error: { code: 400, message: 'no' } } } : given,
      ),
    },
    {
      id: 'an-update-of-an-id-that-is-no-uuid-is-a-500',
      title: 'an update of an id that is not a UUID returns 500',
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
      title: 'an update needs no credential',
      operation: 'updateUser',
      rule: 'authorization.writes',
      hook: unauthorized('success'),
    },
    {
      id: 'an-update-without-a-credential-is-refused-and-stored-all-the-same',
      title: 'an update without a credential is rejected but stored',
      operation: 'updateApplication',
      rule: 'authorization.writes',
      hook: unauthorized('refusal'),
    },
    {
      id: 'a-wrong-credential-is-enough-for-an-update',
      title: 'an update accepts a wrong credential',
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
      title: 'an update without a credential is rejected with 403',
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
      title: 'a 400 has no error body',
      operation: 'updateApplication',
      rule: 'errors.body-400',
      rules: ['errors.writes-body-400'],
      hook: refusal((given) => (given.status === 400 ? { ...given, body: { message: 'no' } } : given)),
    },
    {
      id: 'a-404-has-the-code-of-another-status',
      title: 'the error code of a 404 is that of another status',
      operation: 'updateUser',
      rule: 'errors.body-other',
      rules: ['errors.writes-body-other'],
      hook: refusal((given) =>
        given.status === 404 ? { ...given, body: { error: { code: 400, message: 'no' } } } : given,
      ),
    },
    {
      id: 'the-third-update-of-a-record-in-a-row-is-lost',
      title: 'the third consecutive update of a record is lost',
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
