import { instantOf } from '../../../engine/oracle/instants.js';
import type { WriteRule } from '../../../engine/run/rule.js';
import { differing } from '../../../engine/session/differing.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import { isMovedTime } from '../../../engine/writes/moved-time.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { isBulkUpdate, isUpdate } from '../applies.js';
import { fieldsOf } from '../fields.js';
import { sameValue } from '../same-value.js';
import { order, otherMarkers } from './bulk/order.js';
import { brief, readUntil } from './compare.js';
import { changeMuch, update } from './merge-patch/changes.js';

const SECOND_MS = 1100;

/** A record before and after a write. */
interface Written {
  readonly before: JsonRecord;
  readonly after: JsonRecord;
}

/** Changes the record of the check and restores it, with updates or with bulk updates. */
async function twoWrites(context: WriteContext): Promise<readonly [Written, Written]> {
  const { record, operation } = context;
  // As it was before the run wrote its own values back: a target may show no fractions of a second, so that the next
  // write moves nothing.
  const { before } = record;
  const own = context.watched(before);
  if (isUpdate(operation)) {
    const { value: changed } = await readUntil(context, record, (await changeMuch(context, record)).changes);
    await nextSecond(context, { before, after: changed });
    await update(context, record);
    const { value: restored } = await readUntil(context, record, own);
    return [
      { before, after: changed },
      { before: changed, after: restored },
    ];
  }
  const flags = otherMarkers(context);
  await order(context, { ids: [record.id], flags });
  const changed = await context.read(record);
  await nextSecond(context, { before, after: changed });
  const inverted = Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, !value]));
  await order(context, { ids: [record.id], flags: inverted });
  return [
    { before, after: changed },
    { before: changed, after: await context.read(record) },
  ];
}

/** Waits until the time is another one, after a write that moved a time: a target may show no fractions of a second. */
async function nextSecond(context: WriteContext, { before, after }: Written): Promise<void> {
  const isMoved = Object.keys(after).some((name) => isMovedTime(before[name], after[name]));
  if (isMoved) await context.world.session.pause(SECOND_MS);
}

const mayMove = (value: unknown): boolean => typeof value === 'string' && (instantOf(value)?.shown ?? 'day') !== 'day';

/** Both writes have to move a time: another client, or activity, may move it once. */
export const ownTimes: WriteRule = {
  id: 'updates.own-times',
  clause: 'updates.own-times',
  needs: [],
  records: 1,
  fresh: true,
  // Applications have a date alone, and no time.
  appliesTo: (operation) => operation.area === 'users' && (isUpdate(operation) || isBulkUpdate(operation)),
  async write(context) {
    const names = Object.keys(fieldsOf(context.world.operation(context.kind.read)));
    const [first, second] = await twoWrites(context);
    const movedIn = ({ before, after }: Written) =>
      differing(before, after, names, sameValue).filter((name) => isMovedTime(before[name], after[name]));
    if (!names.some((name) => mayMove(first.before[name]) || mayMove(second.after[name])))
      context.inconclusive('the record shows no time');
    const idle = movedIn({ before: second.after, after: await context.read(context.record) });
    const again = movedIn(second);
    const moved = movedIn(first).filter((name) => again.includes(name) && !idle.includes(name));
    const [name] = moved;
    if (name === undefined || context.last === undefined) return;
    const [was, is] = [brief(second.before[name]), brief(second.after[name])];
    const message = `${moved.join(', ')} changed from ${was} to ${is} with a write that does not contain it; no request sets it back`;
    // No place: that would call each record that the run has written to damaged.
    context.report(context.last, { at: '', fields: moved, expected: was, actual: is, message });
  },
};
