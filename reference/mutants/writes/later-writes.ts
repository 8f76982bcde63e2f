import type { Hook } from '../../behaviour.js';
import { Refusal } from '../../refusal.js';
import { type Defect, family } from '../mutant.js';
import { AREAS } from './write-hooks.js';

/** Rejects some updates of each record, by their number among the updates of the record. */
const rejecting =
  (isRejected: (number: number) => boolean, status: number): Hook =>
  (steps) => {
    const numbers = new Map<string, number>();
    return {
      write: (context) => {
        const id = Object.values(context.params).join().toLowerCase();
        const number = (numbers.get(id) ?? 0) + 1;
        numbers.set(id, number);
        if (isRejected(number)) throw status < 500 ? new Refusal(status, 'the record has changed') : new Error('no');
        return steps.write(context);
      },
    };
  };

/** Rejects bulk updates of a record that was already in one. */
const rejectingBulk =
  (status: number): Hook =>
  (steps) => {
    const known = new Set<string>();
    return {
      startTask: (request, selection, context) => {
        if (selection.ids.some((id) => known.has(id)))
          throw status < 500 ? new Refusal(status, 'the record has changed') : new Error('no');
        for (const id of selection.ids) known.add(id);
        return steps.startTask(request, selection, context);
      },
    };
  };

/** Defects that only a later write of a record shows. */
export const laterWrites = family(
  'later-writes',
  [
    {
      title: 'the third update of one of the users is a 500',
      operation: 'updateUser',
      rule: 'updates.again',
      hook: rejecting((number) => number === 3, 500),
    },
    ...AREAS.flatMap(({ of, update, bulk }): Defect[] => [
      {
        title: `every update of ${of} but the first one of a record is a conflict`,
        operation: update,
        rule: 'updates.again',
        also: ['updates.effect', 'updates.idempotent', 'updates.media-type'],
        hook: rejecting((number) => number > 1, 409),
      },
      {
        title: `every second update of one of the ${of} is rejected with 412`,
        operation: update,
        rule: 'updates.again',
        also: ['updates.effect', 'updates.idempotent', 'updates.media-type'],
        hook: rejecting((number) => number % 2 === 0, 412),
      },
      {
        title: `a second bulk update of one of the ${of} is a conflict`,
        operation: bulk,
        rule: 'bulk.again',
        hook: rejectingBulk(409),
      },
      {
        title: `a second bulk update of one of the ${of} is a 500`,
        operation: bulk,
        rule: 'bulk.again',
        hook: rejectingBulk(500),
      },
    ]),
  ],
  'writes',
);
