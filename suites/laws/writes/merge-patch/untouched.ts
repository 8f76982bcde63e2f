import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import type { Changed } from '../../../../engine/writes/others.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isUpdate } from '../../applies.js';
import { brief, changedFields, type Expected, isSuccess, readUntil, recordOf } from '../compare.js';
import { changeMuch, otherFlags, otherTexts, type Taken, update } from './changes.js';

/** Rounds of writing to a few records while others are compared; a change of another one counts if it occurs in two. */
const ROUNDS = 4;

export const otherFields: WriteRule = {
  id: 'updates.other-fields',
  clause: 'updates.untouched',
  needs: [],
  records: 2,
  fresh: true,
  prefers: 'diverse',
  appliesTo: isUpdate,
  async write(context) {
    for (const record of context.records) await changeAndRestore(context, record);
  },
};

/** Changes a record and restores it: then every field that no update contains must have its original value. */
async function changeAndRestore(context: WriteContext, record: Held): Promise<void> {
  const set = new Set(['id', ...Object.keys(context.watched(record.before))]);
  const { changes } = await changeMuch(context, record);
  await readUntil(context, record, changes);
  const back = await update(context, record);
  if (!isSuccess(back)) context.inconclusive(`an update with the record's own values returned ${back.summary}`);
  const own = context.watched(record.before);
  await readUntil(context, record, own);
  const again = await context.read(record);
  const report = (answer: Answer, after: JsonRecord, when: string) => {
    for (const name of changedFields(context, record.before, after).filter((one) => !set.has(one))) {
      const [was, is] = [brief(record.before[name]), brief(after[name])];
      const message = `${name} changed from ${was} to ${is} ${when}, although no request contains it`;
      context.report(answer, { at: `/${name}`, expected: was, actual: is, message });
    }
  };
  report(context.last ?? back, again, 'after an update and the restoring update');
  const answered = recordOf(back);
  if (context.evidence.length > 0 || answered === null) return;
  // Which fields may be absent is unspecified: updates.response compares them with those of a read.
  report(back, { ...again, ...answered }, 'in the response to an update');
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
