import type { WriteRule } from '../../../../engine/run/rule.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { differingFields, isSuccess, readUntil } from '../compare.js';
import { assertCompleted } from './completed.js';
import { failedOf } from './failed-ids.js';
import { allFlags, bodyOf, fieldsOfFlags, send } from './order.js';
import { isOfUsers, summaryOf } from './summary.js';

/** The users of the check: a target may fail to update some kinds of them. */
const KINDS = 4;
/** The rounds in which a record has to be listed as failed and to be updated all the same: another client may update it once. */
const ENOUGH = 3;

/** The ids of the records that the summary of a bulk update of `ids` lists as failed, although each read shows the update. */
async function updatedAndFailed(context: WriteContext, ids: readonly string[], value: boolean): Promise<string[]> {
  const flags = allFlags(context, value);
  const { answer, end } = await send(context, bodyOf(context, ids, flags));
  if (!isSuccess(answer)) context.inconclusive(`a bulk update returned ${answer.summary} (see bulk.accepted)`);
  assertCompleted(context, end, 'a bulk update of several records');
  const { record } = await summaryOf(context, end);
  const failed = failedOf(context, record) ?? context.inconclusive('the failed ids cannot be read (see tasks.summary)');
  const fields = fieldsOfFlags(context, flags);
  const shown: string[] = [];
  for (const { id } of context.records) {
    if (!failed.some((one) => isSameId(one, id))) continue;
    const { held } = await readUntil(context, { id }, fields);
    if (held) shown.push(id);
  }
  // A replica that is behind may show the record as it was when it had the same flags before.
  if (shown.length > 0) await context.world.session.pause(context.windowMs);
  const found: string[] = [];
  for (const id of shown) if (differingFields(await context.read({ id }), fields).length === 0) found.push(id);
  return found;
}

/** A record that the summary lists as failed is not updated; neither is one of which the id is given twice. */
export const failedUnchanged: WriteRule = {
  id: 'tasks.failed-unchanged',
  clause: 'tasks.failed-unchanged',
  needs: [],
  records: KINDS,
  prefers: 'diverse',
  appliesTo: isOfUsers,
  async write(context) {
    const ids = context.records.map(({ id }) => id);
    for (const given of [ids, [...ids, ...ids]]) {
      // A target may reject repeated ids.
      const round = (value: boolean) => updatedAndFailed(context, given, value);
      const first = given === ids ? await round(true) : await context.attempt(() => round(true));
      let left = first ?? [];
      for (let count = 1; count < ENOUGH && left.length > 0; count += 1) {
        const again = await round(count % 2 === 0);
        left = left.filter((id) => again.includes(id));
      }
      const [id] = left;
      if (id === undefined || context.last === undefined) continue;
      const what = given === ids ? '' : ', whose id is given twice,';
      const message = `the summary of a bulk update lists ${id}${what} as failed, and reads show that it was updated`;
      const expected = 'a failed record without the new values, or an updated one that is not listed';
      context.report(context.last, { at: '', expected, actual: `${id} is listed and updated`, message });
      return;
    }
  },
};
