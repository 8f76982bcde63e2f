import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import type { Changed } from '../../../../engine/writes/others.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isBulkUpdate } from '../../applies.js';
import { brief, changedFields, differingFields, isRecomputed, isSuccess, readUntil, reportFields } from '../compare.js';
import { type Change, reportChanges, reportLost } from '../lost-fields.js';
import { update } from '../merge-patch/changes.js';
import { allFlags, type Flags, fieldsOfFlags, markersOf, order } from './order.js';

/** All flags start set; each is cleared in turn and then set again. */
function rounds(markers: readonly string[]): Flags[] {
  return [false, true].flatMap((value) => markers.map((name) => ({ [name]: value })));
}

/** All flags at once, one of them set: each two flags differ at least once. */
function mixed(context: WriteContext): Flags[] {
  const markers = markersOf(context);
  return markers.map((own) => Object.fromEntries(markers.map((name) => [name, name === own])));
}

export const effect: WriteRule = {
  id: 'bulk.effect',
  clause: 'bulk.effect',
  needs: [],
  records: 2,
  updates: true,
  long: true,
  appliesTo: isBulkUpdate,
  async write(context) {
    let state = allFlags(context, true);
    const ids = context.records.map(({ id }) => id);
    // In the other order than in `bulk.other-flags`: there, an earlier flag has the value already that a later one gets.
    const turns = rounds(markersOf(context).toReversed());
    // The first state twice, because a flag that has its value already must keep it.
    for (const flags of [state, state, ...turns, ...mixed(context)]) {
      const { end } = await order(context, { ids, flags, rest: state });
      state = { ...state, ...flags };
      const after = `after a bulk update with ${JSON.stringify(flags)} completed in ${end.waitedMs} ms,`;
      for (const record of context.records) await reportFlags(context, record, state, after);
    }
    await repeatAfterUpdate(context, ids, state);
  },
};

/** An update undoes a bulk update, which is then sent again: a target that recognizes its body may not apply it twice. */
async function repeatAfterUpdate(context: WriteContext, ids: readonly string[], flags: Flags): Promise<void> {
  const record = context.records.find(({ updatable }) => updatable);
  if (record === undefined) return;
  const fields = fieldsOfFlags(context, flags);
  const undone = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, !value]));
  // A target may reject some combinations of flags.
  if (!isSuccess(await update(context, record, undone))) return;
  const { held } = await readUntil(context, record, undone);
  if (!held) return;
  await order(context, { ids, flags });
  const after = `after the same bulk update as before with ${JSON.stringify(flags)}, which an update had undone,`;
  await reportFlags(context, record, flags, after);
}

/** Reports flags that a read of the record does not show as they were last requested. */
async function reportFlags(context: WriteContext, record: Held, flags: Flags, after: string): Promise<void> {
  const expected = fieldsOfFlags(context, flags);
  const { value: now } = await context.until(
    () => context.read(record),
    // After the first finding, the rest is read without waiting.
    (read) => differingFields(read, expected).length === 0 || context.evidence.length > 0,
  );
  const names = differingFields(now, expected);
  const of = `of a listed record, ${after}`;
  if (context.last !== undefined) reportFields(context, context.last, { record: now, expected, names, of });
}

/** Records of so many kinds: a flag may change another field only where that has a certain value. */
const KINDS = 4;

export const otherFlags: WriteRule = {
  id: 'bulk.other-flags',
  clause: 'bulk.effect',
  needs: [],
  records: KINDS,
  fresh: true,
  prefers: 'diverse',
  appliesTo: isBulkUpdate,
  async write(context) {
    const following = new Set(['id', ...context.kind.follows]);
    let state = allFlags(context, true);
    const originals = context.records.map((record) => record.before);
    let before = originals;
    for (const flags of [state, ...rounds(markersOf(context))]) {
      const read = await after(context, flags, state);
      state = { ...state, ...flags };
      // Fields that an update can set do not depend on flags; other fields may.
      const named = fieldsOfFlags(context, flags);
      const others = changes(before, read, (was, is) => context.differing(was, is)).filter(
        ({ name }) => !(name in named) && !following.has(name),
      );
      await reportChanges(context, others, `after a bulk update with ${JSON.stringify(flags)}`);
      if (context.evidence.length > 0) return;
      // What a single read showed, and no later one, is no state to compare the next one with.
      const kept = (one: string) =>
        others.filter(({ id }) => id === one).map(({ name, before: was }) => [name, was[name]]);
      before = read.map(({ id, now }) => ({ ...now, ...Object.fromEntries(kept(id)) }));
    }
    const restored: Read[] = [];
    for (const record of context.records)
      restored.push(...(await after(context, flagsOf(context, record), state, [record])));
    const lost = changes(originals, restored, (was, is) =>
      changedFields(context, was, is).filter((name) => !isRecomputed(name, is)),
    );
    await reportLost(
      context,
      lost.filter(({ name }) => !following.has(name)),
    );
  },
};

/** A record as it was read. */
interface Read {
  readonly id: string;
  readonly now: JsonRecord;
  readonly answer: Answer;
}

/** The fields in which records differ from before, record by record. */
function changes(
  before: readonly JsonRecord[],
  read: readonly Read[],
  differing: (was: JsonRecord, is: JsonRecord) => readonly string[],
): Change[] {
  return read.flatMap(({ id, now, answer }, at) => {
    const was = before[at] ?? now;
    return differing(was, now).map((name) => ({ id, name, answer, before: was, after: now }));
  });
}

/**
 * Records after a bulk update of these flags, once all flags have their requested values: a read may still return
 * values from before an earlier bulk update, even if it shows this one.
 */
async function after(
  context: WriteContext,
  flags: Flags,
  rest: Flags,
  records: readonly Held[] = context.records,
): Promise<Read[]> {
  const { answer } = await order(context, { ids: records.map(({ id }) => id), flags, rest });
  const ordered = fieldsOfFlags(context, { ...rest, ...flags });
  const read: Read[] = [];
  let isOver = false;
  for (const record of records) {
    // The time of the first wait in vain has passed for each of the records.
    const { value, held } = await readUntil(context, record, isOver ? {} : ordered);
    isOver ||= !held;
    read.push({ id: record.id, now: value, answer: context.last ?? answer });
  }
  return read;
}

/** The flags that a record had, by their names in a bulk update. */
function flagsOf({ kind }: WriteContext, { before }: Held): Flags {
  return Object.fromEntries(Object.entries(kind.bulk.flags).map(([marker, field]) => [marker, before[field] === true]));
}

export const otherRecords: WriteRule = {
  id: 'bulk.other-records',
  clause: 'bulk.effect',
  needs: [],
  records: 2,
  prefers: 'alike',
  watches: true,
  appliesTo: isBulkUpdate,
  async write(context) {
    const ids = context.records.map(({ id }) => id);
    const seen = new Map<string, Changed[]>();
    let watched = 0;
    // Another client may change a record, but not twice to the very values that were sent for other records.
    for (const value of [true, false, true, false]) {
      const others = await context.others();
      const flags = allFlags(context, value);
      await order(context, { ids, flags });
      const named = fieldsOfFlags(context, flags);
      const [record] = context.records;
      if (record === undefined) return;
      await readUntil(context, record, named);
      for (const one of await others.changed(named)) seen.set(one.id, [...(seen.get(one.id) ?? []), one]);
      watched = others.count;
    }
    for (const all of seen.values()) for (const one of all.length > 1 ? all.slice(-1) : []) await reportOther(one);
    if (watched === 0 && context.evidence.length === 0) context.inconclusive('there is no other record to compare');

    async function reportOther({ id, fields, before, now, answer }: Changed): Promise<void> {
      // A list may still show values from before an earlier write: a later read of the record itself decides.
      const changed = (read: JsonRecord) => context.differing(before, read).some((name) => fields.includes(name));
      const { value: last } = await context.until(
        () => context.read({ id }),
        // After the first finding, the rest is read without waiting.
        (read) => !changed(read) || context.evidence.length > 0,
      );
      if (!changed(last)) return;
      const [name = ''] = fields;
      const message = `a bulk update of ${ids.join(', ')} also changed ${fields.join(', ')} of ${id}`;
      const [expected, actual] = [brief(before[name]), brief(now[name])];
      context.report(answer, { at: '/items/*', expected, actual, message, spreads: context.kind.id });
    }
  },
};
