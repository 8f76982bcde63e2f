import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import type { Changed } from '../../../../engine/writes/others.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isUpdate } from '../../applies.js';
import { brief, changedFields, type Expected, isRecomputed, isSuccess, readUntil, recordOf } from '../compare.js';
import { reportChange, reportLost } from '../lost-fields.js';
import { changeMuch, otherFlags, otherTexts, type Taken, update } from './changes.js';

/** Rounds of writing to a few records while others are compared; a change of another one counts if it occurs in two. */
const ROUNDS = 4;

/** So many records: an update may change another field only where that, or a flag, has a certain value. */
const KINDS = 5;

export const otherFields: WriteRule = {
  id: 'updates.other-fields',
  clause: 'updates.untouched',
  needs: [],
  records: KINDS,
  fresh: true,
  prefers: 'diverse',
  appliesTo: isUpdate,
  async write(context) {
    const restored: Restored[] = [];
    for (const record of context.records) restored.push(await changeAndRestore(context, record));
    const lost = restored.flatMap(({ record, after, answer }) =>
      otherChanges(context, record, after).map((name) => ({
        id: record.id,
        name,
        answer,
        before: record.before,
        after,
      })),
    );
    await reportLost(context, lost);
    if (lost.length === 0) for (const one of restored) reportAnswered(context, one);
  },
};

/** A record after an update and the one that restored it, the response to that, and the read that followed. */
interface Restored {
  readonly record: Held;
  readonly back: Answer;
  readonly after: JsonRecord;
  readonly answer: Answer;
}

/** Changes a record and restores it: then every field that no update contains must have its original value. */
async function changeAndRestore(context: WriteContext, record: Held): Promise<Restored> {
  const { changes } = await changeMuch(context, record);
  await readUntil(context, record, changes);
  const back = await update(context, record);
  if (!isSuccess(back)) context.inconclusive(`an update with the record's own values returned ${back.summary}`);
  await readUntil(context, record, context.watched(record.before));
  const after = await context.read(record);
  return { record, back, after, answer: context.last ?? back };
}

/** The fields that no update contains, and in which a record differs from its original. */
function otherChanges(context: WriteContext, { before }: Held, now: JsonRecord): string[] {
  const set = new Set(['id', ...Object.keys(context.watched(before))]);
  return changedFields(context, before, now).filter((one) => !set.has(one) && !isRecomputed(one, now));
}

/** Reports fields that the response to an update shows with other values than a read, which has the original ones. */
function reportAnswered(context: WriteContext, { record, back, after }: Restored): void {
  const answered = recordOf(back);
  if (answered === null) return;
  // Which fields may be absent is unspecified: updates.response compares them with those of a read.
  const shown = { ...after, ...answered };
  for (const name of otherChanges(context, record, shown))
    reportChange(context, { name, answer: back, before: record.before, after: shown }, 'in the response to an update');
}

/**
 * Changes flags and texts in the first round, and then all that an update can: what a record has in common with others, such
 * as its category, stays the same while the flags change and are restored.
 */
async function change(context: WriteContext, record: Held, round: number): Promise<Taken> {
  const changes = { ...otherFlags(context, record), ...otherTexts(context, round) };
  const answer = round === 1 ? await update(context, record, changes) : null;
  return answer !== null && isSuccess(answer) ? { changes, answer } : changeMuch(context, record, round);
}

export const otherRecords: WriteRule = {
  id: 'updates.other-records',
  clause: 'updates.untouched',
  needs: [],
  records: 3,
  prefers: 'alike',
  watches: true,
  appliesTo: isUpdate,
  async write(context) {
    const seen = new Map<string, Changed[]>();
    let watched = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const others = await context.others();
      const sent: Expected[] = [];
      for (const record of context.records) {
        const { changes } = round % 2 === 1 ? await change(context, record, round) : await restore(record);
        sent.push(changes);
        await readUntil(context, record, changes);
      }
      for (const one of await others.changed(...sent)) seen.set(one.id, [...(seen.get(one.id) ?? []), one]);
      watched = others.count;
    }
    for (const [last] of [...seen.values()].filter((all) => all.length > 1).map((all) => all.slice(-1))) {
      if (last !== undefined) reportOther(last);
    }
    if (watched === 0) context.inconclusive('there is no other record to compare');

    async function restore(record: Held) {
      const answer = await update(context, record);
      return { changes: context.watched(record.before), answer };
    }

    function reportOther({ id, fields, before, now, answer }: Changed): void {
      const [name = ''] = fields;
      const ids = context.records.map((record) => record.id).join(' or ');
      const message = `an update of ${ids} also changed ${fields.join(', ')} of ${id}`;
      const [expected, actual] = [brief(before[name]), brief(now[name])];
      context.report(answer, { at: '/items/*', expected, actual, message, spreads: context.kind.id });
    }
  },
};
