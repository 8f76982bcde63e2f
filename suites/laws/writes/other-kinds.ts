import type { RecordKind } from '../../../contract/types.js';
import type { WriteRule } from '../../../engine/run/rule.js';
import type { Changed, Others } from '../../../engine/writes/others.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { isBulkUpdate, isUpdate } from '../applies.js';
import { allFlags, fieldsOfFlags, order } from './bulk/order.js';
import { brief, readUntil } from './compare.js';
import { changeMuch, update } from './merge-patch/changes.js';

/** Rounds of writing; a record counts if it changes in so many of them. */
const ROUNDS = 4;
const ENOUGH = 3;

/** Writes to the records of the check, in odd rounds other values than in even ones. */
type WriteRound = (context: WriteContext, round: number) => Promise<void>;

/** The records of another kind, and how each of them changed in the rounds so far. */
interface Watched {
  readonly kind: RecordKind;
  readonly seen: Map<string, Changed[]>;
  /** The fields that changed while nothing was written. */
  readonly unstable: Set<string>;
}

function otherKinds(law: 'updates' | 'bulk', appliesTo: WriteRule['appliesTo'], write: WriteRound): WriteRule {
  return {
    id: `${law}.other-kinds`,
    clause: 'updates.other-kinds',
    needs: [],
    records: 2,
    alone: true,
    appliesTo,
    async write(context) {
      const others = context.world.described.kinds.filter(({ id }) => id !== context.kind.id);
      const watched = others.map((kind): Watched => ({ kind, seen: new Map(), unstable: new Set() }));
      let compared = 0;
      for (let round = 1; round <= ROUNDS; round += 1) {
        for (const one of watched) await watchQuietly(context, one);
        const before = await Promise.all(watched.map(({ kind }) => context.others(kind)));
        await write(context, round);
        for (const [index, one] of watched.entries()) {
          const records = before[index] as Others;
          compared += records.count;
          for (const changed of await records.changed()) keep(one, changed);
        }
        if (compared > 0 && !watched.some((one) => mayBeEnough(one, ROUNDS - round))) break;
      }
      if (compared === 0) context.inconclusive('there is no record of another kind to compare');
      for (const one of watched) await reportChanged(context, one, law);
    },
  };
}

/** Notes the fields that change by themselves, or by another client, in a time in which the check writes nothing. */
async function watchQuietly(context: WriteContext, { kind, unstable }: Watched): Promise<void> {
  const quiet = await context.others(kind);
  for (const record of context.records) await context.read(record);
  for (const { fields } of await quiet.changed()) for (const name of fields) unstable.add(name);
}

function keep({ seen }: Watched, changed: Changed): void {
  seen.set(changed.id, [...(seen.get(changed.id) ?? []), changed]);
}

/** Whether a record can still change in enough rounds: most targets change none, and need no further round to show it. */
function mayBeEnough({ seen }: Watched, roundsLeft: number): boolean {
  const most = Math.max(0, ...[...seen.values()].map(({ length }) => length));
  return most + roundsLeft >= ENOUGH;
}

/** Reports the records that changed along with the writes, and has them restored. */
async function reportChanged(context: WriteContext, { kind, seen, unstable }: Watched, law: string): Promise<void> {
  const isStable = ({ fields }: Changed) => fields.every((name) => !unstable.has(name));
  const along = [...seen.values()].filter((all) => all.length >= ENOUGH && all.every(isStable));
  if (along.length === 0) return;
  const others = await context.others(kind);
  for (const all of along) others.adopt(all);
  const ids = context.records.map(({ id }) => id).join(', ');
  for (const { id, fields, before, now, answer } of along.flatMap((all) => all.slice(-1))) {
    const [name = ''] = fields;
    const what = law === 'bulk' ? 'a bulk update' : 'an update';
    const message = `${what} of ${context.kind.id} records (${ids}) also changed ${fields.join(', ')} of the ${kind.id} ${id}`;
    const [expected, actual] = [brief(before[name]), brief(now[name])];
    // The fields are not those of the records that the check writes to.
    context.report(answer, { at: '/items/*', fields: [], expected, actual, message, spreads: kind.id });
  }
}

export const updatesOtherKinds = otherKinds('updates', isUpdate, async (context, round) => {
  for (const record of context.records) {
    const changes =
      round % 2 === 1 ? (await changeMuch(context, record, round)).changes : context.watched(record.before);
    if (round % 2 === 0) await update(context, record);
    await readUntil(context, record, changes);
  }
});

export const bulkOtherKinds = otherKinds('bulk', isBulkUpdate, async (context, round) => {
  const flags = allFlags(context, round % 2 === 1);
  await order(context, { ids: context.records.map(({ id }) => id), flags });
  await readUntil(context, context.record, fieldsOfFlags(context, flags));
});
