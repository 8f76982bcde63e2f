import type { Context, Hook } from '../../behaviour.js';
import type { Row } from '../../model.js';
import { family } from '../variant.js';

const storedBefore = (updated: Row, { operation, tenant }: Context): Row =>
  (operation.area === 'users'
    ? tenant.users.get(String(updated.id))
    : tenant.applications.get(String(updated.id))) as unknown as Row;

/** Reads show a write only after a while; the response to an update shows it at once. */
function late(delayMs: number): Hook {
  return (steps) => {
    const pending = new Map<unknown, { readonly old: Row; readonly until: number }>();
    const seen = (one: Row): Row => {
      const known = pending.get(one.id);
      return known !== undefined && performance.now() < known.until ? known.old : one;
    };
    return {
      save: (updated, context) => {
        const now = performance.now();
        const known = pending.get(updated.id);
        const old = known !== undefined && now < known.until ? known.old : storedBefore(updated, context);
        pending.set(updated.id, { old, until: now + delayMs });
        steps.save(updated, context);
      },
      collect: (context) => steps.collect(context).map(seen),
      read: (context) => seen(steps.read(context)),
    };
  };
}

/** Every other read comes from a replica that receives each write a while later. */
function replicated(delayMs: number): Hook {
  return (steps) => {
    const versions = new Map<unknown, { readonly at: number; readonly record: Row }[]>();
    let reads = 0;
    const behind = (one: Row): Row =>
      versions.get(one.id)?.findLast(({ at }) => at <= performance.now())?.record ?? one;
    const seen = (all: readonly Row[]): readonly Row[] => {
      reads += 1;
      return reads % 2 === 0 ? all : all.map(behind);
    };
    return {
      save: (updated, context) => {
        const own = versions.get(updated.id) ?? [{ at: 0, record: storedBefore(updated, context) }];
        versions.set(updated.id, [...own, { at: performance.now() + delayMs, record: updated }]);
        steps.save(updated, context);
      },
      collect: (context) => seen(steps.collect(context)),
      read: (context) => {
        const read = steps.read(context);
        return versions.has(read.id) ? (seen([read])[0] as Row) : read;
      },
    };
  };
}

/** When a read shows a write. The document promises no time. */
export const visibility = family(
  'visibility',
  [
    {
      title: 'a write is visible 120 ms later',
      chooses: ['updates.effect', 'bulk.effect'],
      writes: { consistencyWindowMs: 2000 },
      hooks: [late(120)],
    },
    {
      title: 'lists show a write 400 ms later than a read of the record does',
      chooses: ['updates.effect', 'bulk.effect'],
      writes: { consistencyWindowMs: 3000 },
      hooks: [(steps) => ({ ...late(400)(steps), read: steps.read })],
    },
    {
      title: 'every other read comes from a replica that is one second behind',
      chooses: ['updates.effect', 'bulk.effect'],
      writes: { consistencyWindowMs: 5000 },
      hooks: [replicated(1000)],
    },
    {
      title: 'the last updated records come first in the lists',
      chooses: ['paging.order'],
      hooks: [
        (steps) => {
          const updated: unknown[] = [];
          return {
            save: (one, context) => {
              updated.unshift(one.id);
              steps.save(one, context);
            },
            collect: (context) => {
              const all = steps.collect(context);
              const rank = (one: Row) => (updated.includes(one.id) ? updated.indexOf(one.id) : updated.length);
              return updated.length === 0 ? all : [...all].sort((left, right) => rank(left) - rank(right));
            },
          };
        },
      ],
    },
    {
      title: 'responses take 15 ms',
      chooses: ['answers.limits'],
      reference: { latencyMs: 15 },
    },
  ],
  'writes',
);
