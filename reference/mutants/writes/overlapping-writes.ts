import { setTimeout as after } from 'node:timers/promises';
import type { Hook } from '../../behaviour.js';
import type { Answer, Row } from '../../model.js';
import { type Defect, family } from '../mutant.js';
import { records } from './write-hooks.js';

/** The maximum time that an update waits for the next one, in milliseconds. */
const MEETING_MS = 80;

/** Lets an update wait until the next one arrives, so that two overlap however busy the machine is. */
class Arrivals {
  #waiting: (() => void)[] = [];

  async next(): Promise<void> {
    for (const wake of this.#waiting.splice(0)) wake();
    await Promise.race([new Promise<void>((resolve) => this.#waiting.push(resolve)), after(MEETING_MS)]);
  }
}

/** Sends the response to whichever update came last. */
const sharedResponse: Hook = (steps) => {
  const arrivals = new Arrivals();
  let last: Answer | undefined;
  return {
    respond: async (answer, context) => {
      if (answer.status !== 200) return steps.respond(answer, context);
      last = answer;
      await arrivals.next();
      return steps.respond(last, context);
    },
  };
};

/** Stores the flags of whichever update came last. */
const sharedFlags =
  (names: readonly string[]): Hook =>
  (steps) => {
    const arrivals = new Arrivals();
    let last: Row = {};
    return {
      applyPatch: (record, patch, context) => {
        last = patch;
        return steps.applyPatch(record, patch, context);
      },
      respond: async (answer, context) => {
        if (answer.status !== 200) return steps.respond(answer, context);
        await arrivals.next();
        const { id } = (answer.body ?? {}) as Row;
        const record = records(context).find((one) => one.id === id);
        if (record !== undefined)
          steps.save({ ...record, ...Object.fromEntries(names.map((name) => [name, last[name]])) }, context);
        return steps.respond(answer, context);
      },
    };
  };

const AREAS = [
  { of: 'users', update: 'updateUser', flags: ['isOnline', 'isInReview', 'isQualified'] },
  { of: 'applications', update: 'updateApplication', flags: ['sanctioned', 'singleSignOn'] },
] as const;

/** Defects that only updates at the same time show. */
export const overlappingWrites = family(
  'overlapping-writes',
  AREAS.flatMap(({ of, update, flags }): Defect[] => [
    {
      title: `simultaneous updates of ${of} return the same record`,
      operation: update,
      rule: 'updates.simultaneous',
      also: ['updates.effect', 'updates.answer', 'updates.own-values'],
      hook: sharedResponse,
    },
    {
      title: `simultaneous updates of ${of} store the same flags`,
      operation: update,
      rule: 'updates.simultaneous',
      also: ['updates.effect', 'updates.own-values'],
      hook: sharedFlags(flags),
    },
  ]),
  'writes',
);
