import type { WriteRule } from '../../../../engine/run/rule.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { plural } from '../../../../numbers/plural.js';
import { isUpdate } from '../../applies.js';
import { assertTakesListed } from '../bulk/takes-listed.js';
import { type Expected, isSuccess } from '../compare.js';
import { flagFields, otherFlags, update } from './changes.js';

/** A rule of the target about other fields may reject a few records that have a flag in common. */
const ENOUGH = 3;

export const ownFlags: WriteRule = {
  id: 'updates.own-flags',
  clause: 'updates.own-flags',
  needs: [],
  records: 1,
  unproven: true,
  // It compares the records whose own values the updates of other checks had rejected, so it runs after them.
  watches: true,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    const own = await update(context, record);
    if (isSuccess(own)) return;
    const rejected = new Map(
      context.rejectedValues.filter(({ answer }) => answer.status === 400).map(({ id, sent }) => [id, sent]),
    );
    rejected.set(record.id, context.watched(record.before));
    const shared = flagFields(context).filter((name) => isOfAll(name, [...rejected.values()]));
    if (own.status !== 400 || rejected.size < ENOUGH || shared.length === 0)
      return context.inconclusive(
        `an update with the record's own values returned ${own.summary} (see updates.answer)`,
      );
    // If updates reject a flag of the record, only a bulk update restores it.
    await assertTakesListed(context);
    for (const name of shared) {
      const value = record.before[name] === true;
      if (!(await decides(context, name))) continue;
      const message = `updates that leave ${name} at ${value} return ${own.summary} for ${plural(rejected.size, 'record')}, and those that set it to ${!value} succeed`;
      context.report(own, { at: 'status', expected: '200', actual: own.summary, message });
    }
  },
};

function isOfAll(name: string, records: readonly Expected[]): boolean {
  return new Set(records.map((one) => one[name])).size === 1;
}

/** Whether an update of the record is rejected with its value of a flag and accepted with the other one, whatever other flags are. */
async function decides(context: WriteContext, name: string): Promise<boolean> {
  const { record } = context;
  const flipped = otherFlags(context, record);
  const { [name]: other, ...rest } = flipped;
  const accepted = [{ [name]: other }, flipped];
  for (const changes of accepted) if (!isSuccess(await update(context, record, changes))) return false;
  for (const changes of [rest, {}]) if ((await update(context, record, changes)).status !== 400) return false;
  return true;
}
