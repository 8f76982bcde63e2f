import type { Hook } from '../behaviour.js';
import { presented, stored } from '../hooks.js';
import type { Row } from '../model.js';
import { Refusal } from '../refusal.js';
import { family } from './variant.js';

/**
 * One application and one user at a time is missing for a few milliseconds, as if other clients removed and added them.
 */
function comesAndGoes(everyMs: number): Hook {
  const awayAt = (all: readonly Row[]) =>
    all.length < 4 ? undefined : all[Math.floor(performance.now() / everyMs) % all.length]?.id;
  return (steps) => ({
    collect: (context) => {
      const all = steps.collect(context);
      return context.operation.area === 'applications' || context.operation.area === 'users'
        ? all.filter(({ id }) => id !== awayAt(all))
        : all;
    },
    find: (kind, id, context) => {
      const found = steps.find(kind, id, context);
      if (kind !== 'application' && kind !== 'user') return found;
      const { records } = kind === 'application' ? context.tenant.applications : context.tenant.users;
      if (awayAt(records as unknown as Row[]) === id) throw new Refusal(404, 'it is away');
      return found;
    },
  });
}

/** The list is in the order of the last update, and another client updates a record every few milliseconds. */
function reorders(everyMs: number): Hook {
  return (steps) => ({
    collect: (context) => {
      const all = steps.collect(context);
      const at = Math.floor(performance.now() / everyMs) % Math.max(1, all.length);
      return [...all.slice(at), ...all.slice(0, at)];
    },
  });
}

/** A growing list: half of it exists at first, and one more record appears every few milliseconds. */
function grows(everyMs: number): Hook {
  const start = performance.now();
  return (steps) => ({
    collect: (context) => {
      const all = steps.collect(context);
      return all.slice(0, Math.ceil(all.length / 2) + Math.floor((performance.now() - start) / everyMs));
    },
  });
}

/** Another client edits the records one after the other, one every few milliseconds. */
function edits(everyMs: number): Hook {
  const start = performance.now();
  return stored((one) => {
    const turn = Number.parseInt(String(one.id).slice(0, 8), 16) % EDITED;
    const version = Math.floor(((performance.now() - start) / everyMs - turn) / EDITED) + 1;
    if (version <= 0) return one;
    return {
      ...one,
      ...('department' in one && { department: ['Sales', 'Legal', null][version % 3] }),
      ...(typeof one.isOnline === 'boolean' && { isOnline: version % 2 === 0 }),
      ...(typeof one.licenseCount === 'number' && { licenseCount: one.licenseCount + version }),
      ...(typeof one.yearlyCost === 'number' && { yearlyCost: one.yearlyCost + version }),
      ...(typeof one.vendor === 'string' && { vendor: `${one.vendor} ${version}` }),
    };
  });
}

/** After this many edits, the first record is edited again. */
const EDITED = 100;

/** The document requires no order, but a client that reads several pages expects one. */
const RESTLESS = {
  rules: ['answers.repeatable', 'paging.order'],
  because:
    'The document requires neither an order nor stable data, so four consecutive reads that all differ cause a warning, not a failure.',
};

/** A tenant that other clients change during a run, which must not cause a failure. */
export const live = family('live', [
  {
    id: 'records-come-and-go-every-3-ms',
    title: 'records disappear and reappear every 3 ms',
    chooses: ['answers.repeatable'],
    warnings: RESTLESS,
    hooks: [comesAndGoes(3)],
  },
  {
    id: 'records-come-and-go-every-40-ms',
    title: 'records disappear and reappear every 40 ms',
    chooses: ['answers.repeatable'],
    warnings: RESTLESS,
    hooks: [comesAndGoes(40)],
  },
  {
    id: 'the-order-moves-every-2-ms',
    title: 'the default order changes every 2 ms',
    chooses: ['answers.repeatable'],
    warnings: RESTLESS,
    hooks: [reorders(2)],
  },
  {
    id: 'the-order-moves-every-30-ms',
    title: 'the default order changes every 30 ms',
    chooses: ['answers.repeatable'],
    warnings: RESTLESS,
    hooks: [reorders(30)],
  },
  {
    id: 'lists-grow-every-10-ms',
    title: 'every list grows by one record every 10 ms',
    chooses: ['answers.repeatable'],
    warnings: RESTLESS,
    hooks: [grows(10)],
  },
  {
    title: 'records are edited every 4 ms',
    chooses: ['answers.repeatable'],
    warnings: RESTLESS,
    hooks: [edits(4)],
  },
  {
    title: 'records are edited every 60 ms',
    chooses: ['answers.repeatable'],
    warnings: RESTLESS,
    hooks: [edits(60)],
  },
  {
    id: 'counts-move-with-every-read',
    title: 'counts change with every read',
    chooses: ['answers.repeatable'],
    warnings: RESTLESS,
    hooks: [
      presented((one) => ({
        ...one,
        ...(typeof one.licenseCount === 'number' && { licenseCount: Math.floor(performance.now()) }),
        ...(typeof one.active === 'number' && { active: Math.floor(performance.now()) }),
      })),
    ],
  },
  {
    id: 'a-time-moves-with-every-read',
    title: 'the last activity changes with every read',
    chooses: ['answers.repeatable'],
    warnings: RESTLESS,
    hooks: [
      presented((one, _index, { operation }) =>
        operation.success.schema?.startsWith('user') === true &&
        typeof one.lastActive === 'string' &&
        one.lastActive.endsWith('Z')
          ? { ...one, lastActive: new Date(Date.UTC(2025, 0, 1) + Math.floor(performance.now())).toISOString() }
          : one,
      ),
    ],
  },
]);
