import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isUpdate } from '../../applies.js';
import { assertTakesListed } from '../bulk/takes-listed.js';
import { differingFields, isSuccess, readUntil, reportFields } from '../compare.js';
import { otherFlags, update } from './changes.js';

/** What two records show is no accident of one of them, and a second run of the check finds their first update sent. */
const RECORDS = 2;

/** A record as reads show it after its first update, and before the second one, with the response of the last read. */
interface Lost {
  readonly record: Held;
  readonly now: JsonRecord;
  readonly answer: Answer;
}

/**
 * The first update of a record takes effect like the next one. What proves that a record can be restored is an update too, with
 * its own values, so here it is proven with other records: these get nothing but other flags.
 */
export const firstUpdate: WriteRule = {
  id: 'updates.first-update',
  clause: 'updates.effect',
  needs: [],
  records: RECORDS,
  fresh: true,
  unproven: true,
  appliesTo: isUpdate,
  async write(context) {
    const lost: Lost[] = [];
    const unwritten = context.records.filter(({ id }) => !context.hasNamed(context.kind.id, id));
    if (unwritten.length === 0) context.lacksData('the run has written to each record that it may write to');
    for (const record of await restorable(context, unwritten)) {
      const changes = otherFlags(context, record);
      const send = async () => {
        const answer = await update(context, record, changes);
        if (!isSuccess(answer)) context.inconclusive(`the update returned ${answer.summary} (see updates.effect)`);
        return { ...(await readUntil(context, record, changes)), answer: context.last ?? answer };
      };
      const first = await send();
      if (first.held) return;
      const second = await send();
      if (!second.held) context.inconclusive('a second update is not stored either (see updates.effect)');
      lost.push({ record, now: first.value, answer: first.answer });
    }
    for (const one of lost) report(context, one, lost.length > 1);
  },
};

/**
 * The records whose flags an update of another record has set, or else all but the last one if a bulk update of that one shows
 * that bulk updates could restore them: a target may hold flags that an update may not set.
 */
async function restorable(context: WriteContext, records: readonly Held[]): Promise<readonly Held[]> {
  const known: Held[] = [];
  for (const record of records) if ((await context.acceptsOwnValues(record.before)) === true) known.push(record);
  if (known.length > 0) return known;
  const others = records.slice(0, -1);
  if (others.length === 0) context.inconclusive('no update with the flags that the record has was accepted');
  await assertTakesListed(context, records.at(-1));
  return others;
}

function report(context: WriteContext, { record, now, answer }: Lost, replicated: boolean): void {
  const expected = otherFlags(context, record);
  const of = `after the first update of ${record.id}, although the same update once more is stored,`;
  const names = differingFields(now, expected);
  reportFields(context, answer, { record: now, expected, names, of, ...(replicated && { replicated }) });
}
