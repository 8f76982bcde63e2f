import type { Row } from '../../model.js';
import { Refusal } from '../../refusal.js';
import { type Defect, family } from '../mutant.js';
import { finding, records, replyingToUnknown } from './write-hooks.js';

/** What can be wrong with an update of an id that no record has. */
export const unknownUpdates = family(
  'unknown-updates',
  ['updateUser', 'updateApplication'].flatMap((operation): Defect[] => [
    {
      title: `an unknown id is created by ${operation}`,
      operation: [operation, operation === 'updateUser' ? 'getUser' : 'getApplication'],
      seenFrom: operation,
      rule: 'updates.unknown-id',
      also: ['errors.unknown-id', 'errors.unknown-id-404'],
      hook: (steps) => {
        const made = new Map<string, Row>();
        return {
          ...finding((id, context) => {
            if (context.operation.binding.method === 'PATCH') made.set(id, { ...records(context)[0], id });
            const found = made.get(id);
            if (found === undefined) throw new Refusal(404, 'no such record');
            return found;
          })(steps),
          save: (record, context) => {
            if (made.has(String(record.id))) made.set(String(record.id), record);
            else steps.save(record, context);
          },
        };
      },
    },
    {
      title: `an unknown id is refused with 404 and created by ${operation}`,
      operation: [operation, operation === 'updateUser' ? 'getUser' : 'getApplication'],
      seenFrom: operation,
      rule: 'updates.unknown-id',
      also: ['errors.unknown-id', 'errors.unknown-id-404'],
      rarity: 'rare',
      hook: (steps) => {
        const made = new Map<string, Row>();
        return {
          find: (kind, id, context) => {
            const found = made.get(id);
            if (found !== undefined) return found as never;
            try {
              return steps.find(kind, id, context);
            } catch (error) {
              if (context.operation.binding.method === 'PATCH') made.set(id, { ...records(context)[0], id });
              throw error;
            }
          },
        };
      },
    },
    {
      title: `an unknown id is answered with 200 and no record by ${operation}`,
      operation,
      rule: 'updates.unknown-id',
      hook: replyingToUnknown({ status: 200, body: {} }),
    },
    {
      title: `an unknown id is answered with 204 by ${operation}`,
      operation,
      rule: 'updates.unknown-id',
      hook: replyingToUnknown({ status: 204 }),
    },
  ]),
  'writes',
);
