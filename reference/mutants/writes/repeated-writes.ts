import type { Hook } from '../../behaviour.js';
import type { Row } from '../../model.js';
import { Refusal } from '../../refusal.js';
import { type Defect, family } from '../mutant.js';
import { objectOf } from './write-hooks.js';

/** Whether two bulk updates have the same body decides that the second one changes nothing. */
const recognized = (isKnown: (body: string, before: readonly string[]) => boolean): Hook => {
  const before: string[] = [];
  return (steps) => ({
    select: (request, context) => {
      const body = context.body ?? '';
      const known = isKnown(body, before);
      before.push(body);
      const selection = steps.select(request, context);
      return known ? { ...selection, ids: [] } : selection;
    },
  });
};

const idsIn = (body: string): string => JSON.stringify(objectOf(body)?.ids);

/** Defects of a write that equals an earlier one. */
export const repeatedWrites = family(
  'repeated-writes',
  [
    ...['bulkUpdateUsers', 'bulkUpdateApplications'].map(
      (operation): Defect => ({
        title: `a bulk update that equals any earlier one is not applied by ${operation}`,
        operation,
        rule: 'bulk.effect',
        also: ['writes.sequences', 'bulk.other-flags', 'bulk.other-records'],
        hook: recognized((body, before) => before.includes(body)),
      }),
    ),
    {
      title: 'the first update of each record is not stored by updateUser',
      operation: 'updateUser',
      rule: 'updates.effect',
      rules: ['updates.first-update'],
      hook: (steps) => {
        const written = new Set<unknown>();
        return {
          save: (record, context) => {
            if (written.has(record.id)) steps.save(record, context);
            written.add(record.id);
          },
        };
      },
    },
    {
      title: 'a bulk update that equals the one before it of the same records is not applied',
      operation: 'bulkUpdateApplications',
      rule: 'bulk.effect',
      rarity: 'rare',
      hook: recognized((body, before) => before.findLast((one) => idsIn(one) === idsIn(body)) === body),
    },
    ...['updateUser', 'updateApplication'].map(
      (operation): Defect => ({
        title: `a repeated patch is a conflict of ${operation}`,
        operation,
        rule: 'updates.idempotent',
        rules: ['updates.idempotent', 'updates.same-again'],
        hook: (steps) => {
          const last = new Map<string, string>();
          return {
            write: (context) => {
              const [id, body] = [Object.values(context.params).join(), context.body ?? ''];
              const answer = steps.write(context);
              if (last.get(id) === body) throw new Refusal(409, 'nothing has changed');
              last.set(id, body);
              return answer;
            },
          };
        },
      }),
    ),
    {
      title: 'a read of the list restores a flag that an update changed',
      operation: ['updateUser', 'getUsers'],
      seenFrom: 'updateUser',
      rule: 'updates.listed',
      also: ['updates.effect', 'writes.sequences', 'updates.other-records'],
      hook: (steps) => {
        const old = new Map<string, Row>();
        return {
          save: (record, context) => {
            old.set(String(record.id), context.tenant.users.get(String(record.id)) as unknown as Row);
            steps.save(record, context);
          },
          answerList: (context) => {
            const list = steps.answerList(context);
            for (const [id, { isInReview }] of old) {
              const now = context.tenant.users.get(id);
              if (now !== undefined) context.tenant.users.replace({ ...now, isInReview: isInReview === true });
            }
            old.clear();
            return list;
          },
        };
      },
    },
  ],
  'writes',
);
