import { type Answer, isClientError } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import { smallChange } from '../../../../engine/writes/small-change.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isUpdate } from '../../applies.js';
import { brief, changedFields, differingFields, isSuccess, readUntil, recordOf } from '../compare.js';
import { OF_ANY_REQUEST } from '../refused.js';
import { flagFields, update } from './changes.js';

export const idempotent: WriteRule = {
  id: 'updates.idempotent',
  clause: 'updates.idempotent',
  needs: [],
  records: 1,
  unproven: true,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    const rounds = [];
    for (const _round of [1, 2]) {
      const answer = await update(context, record);
      if (rounds.length > 0 && reportRefused(context, answer)) return;
      if (rounds.length === 0 && isUndocumentedRefusal(context, answer)) return repeatAfterChange(context, answer);
      if (!isSuccess(answer))
        context.inconclusive(`an update with the record's own values returned ${answer.summary} (see updates.answer)`);
      rounds.push({ answer, record: recordOf(answer), read: await context.read(record) });
    }
    const [first, second] = rounds;
    if (first === undefined || second === undefined) return;
    const pairs = [
      [first.read, second.read, 'in a read'],
      [first.record ?? {}, second.record ?? {}, 'in the response'],
    ] as const;
    for (const [one, other, where] of pairs) {
      const names = changedFields(context, one, other);
      if (one === first.read && (await isStale(context, record, names))) continue;
      for (const name of names) {
        const [was, is] = [brief(one[name]), brief(other[name])];
        const message = `after sending the same patch twice, ${name} was first ${was} and then ${is} ${where}`;
        context.report(second.answer, { at: `/${name}`, expected: was, actual: is, message });
      }
    }
  },
};

/**
 * An earlier check, or a restoration, may have sent the same patch: the record is changed first, so that the outcome does not
 * depend on the order of the checks.
 */
async function repeatAfterChange(context: WriteContext, refused: Answer): Promise<void> {
  const { record } = context;
  if ((await context.acceptsOwnValues(record.before)) !== true)
    context.inconclusive(`an update with the record's own values returned ${refused.summary} (see updates.answer)`);
  const changed = await update(context, record, smallChange(context.kind, context.watched(record.before)));
  const first = isSuccess(changed) ? await update(context, record) : changed;
  if (isSuccess(first) && reportRefused(context, await update(context, record))) return;
  context.inconclusive(`an update with the record's own values returned ${refused.summary} (see updates.answer)`);
}

/** Whether a client error is undocumented for updates, and not one that any request may cause. */
function isUndocumentedRefusal(context: WriteContext, answer: Answer): boolean {
  const documented = context.world.operation(context.kind.update).statuses;
  return isClientError(answer) && !documented.includes(answer.status) && !OF_ANY_REQUEST.includes(answer.status);
}

/** Reports a patch that is rejected with an undocumented status right after the same one was accepted. */
function reportRefused(context: WriteContext, answer: Answer): boolean {
  if (!isUndocumentedRefusal(context, answer)) return false;
  const message = `the second of two equal patches returned ${answer.summary}`;
  context.report(answer, { at: 'status', expected: '200', actual: answer.summary, message });
  return true;
}

/**
 * Whether the first of two reads may have shown an earlier state, as a replica does: the record gets its own values, and keeps
 * them after the same patch once more.
 */
async function isStale(context: WriteContext, record: Held, names: readonly string[]): Promise<boolean> {
  if (names.length === 0) return false;
  const own = Object.fromEntries(names.map((name) => [name, record.before[name]]));
  const hasOwnValues = (read: JsonRecord) => differingFields(read, own).length === 0;
  const read = () => context.until(() => context.read(record), hasOwnValues);
  return (await read()).held && isSuccess(await update(context, record)) && (await read()).held;
}

export const sameAgain: WriteRule = {
  id: 'updates.same-again',
  clause: 'updates.idempotent',
  needs: [],
  records: 1,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    for (const value of [true, false]) {
      const changes = Object.fromEntries(flagFields(context).map((name) => [name, value]));
      const first = await update(context, record, changes);
      if (!isSuccess(first)) context.inconclusive(`an update of flags returned ${first.summary} (see updates.effect)`);
      const asSent = () => readUntil(context, record, changes);
      // What the first one does is the business of updates.effect.
      if (!(await asSent()).held) continue;
      const second = await update(context, record, changes);
      if (reportRefused(context, second)) return;
      const { value: now } = await asSent();
      for (const name of differingFields(now, changes)) {
        const message = `after sending the same patch twice, ${name} was first ${value} and then ${brief(now[name])} in a read`;
        context.report(second, { at: `/${name}`, expected: `${value}`, actual: brief(now[name]), message });
      }
    }
  },
};
