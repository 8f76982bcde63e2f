import type { Answer } from '../../../engine/client/answer.js';
import { isGatewayError } from '../../../engine/client/cause.js';
import type { WriteRule } from '../../../engine/run/rule.js';
import type { Held } from '../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { isBulkUpdate, isUpdate } from '../applies.js';
import { assertCompleted } from './bulk/completed.js';
import { allFlags, bodyOf, send } from './bulk/order.js';
import { isSuccess, readUntil } from './compare.js';
import { otherFlags, otherTexts, update } from './merge-patch/changes.js';
import { OF_ANY_REQUEST } from './refused.js';

/** A write of a record that was rejected, although earlier ones of the record were accepted. */
interface Rejected {
  /** Its number among the writes of the record. */
  readonly number: number;
  readonly answer: Answer;
}

/**
 * Writes to a record several times, each time after a read has shown the write before; `calm` pauses before each write, so
 * that no lock of the one before is left.
 */
type WriteSeveral = (context: WriteContext, record: Held, calm: boolean) => Promise<Rejected | null>;

/**
 * Reports writes that are rejected only because there were earlier ones of the same record. A second record, which is
 * written to slowly, confirms it: the re-run of a check may get records that many checks have written to.
 */
function again(what: string, several: WriteSeveral): WriteRule['write'] {
  return async (context) => {
    const [first, second] = context.records;
    if (first === undefined || second === undefined) return;
    const rejected = await several(context, first, false);
    if (rejected === null) return;
    const confirmed = await several(context, second, true);
    if (confirmed === null) {
      const { number, answer } = rejected;
      return context.inconclusive(
        `${what} ${number} of a record returned ${answer.summary}, but not for another record`,
      );
    }
    const { number, answer } = confirmed;
    const message = `${what} ${number} of a record returned ${answer.summary}, although the ones before it were accepted`;
    context.report(answer, { at: 'status', expected: 'a success', actual: answer.summary, message });
  };
}

/** Whether earlier writes may have caused an error; a 400 only if an equal body was accepted before. */
function mayBeOfEarlierWrites({ status }: Answer, wasAccepted: boolean): boolean {
  if (status === 400) return wasAccepted;
  return status > 400 && !isGatewayError(status) && !OF_ANY_REQUEST.includes(status);
}

const rest = (context: WriteContext): Promise<void> => context.world.session.pause(context.windowMs);

/**
 * The number of updates of a record, in addition to the one that showed that the target accepts its own values. The last one
 * changes the record: a target may reject a patch that equals the one before, as the patch that restores it then would.
 */
const UPDATES = 3;

export const updatesAgain: WriteRule = {
  id: 'updates.again',
  clause: 'updates.again',
  needs: [],
  records: 2,
  fresh: true,
  appliesTo: isUpdate,
  write: again('update', async (context, record, calm) => {
    const own = context.watched(record.before);
    const other = { ...otherFlags(context, record), ...otherTexts(context) };
    const accepted = new Set<unknown>([own]);
    for (let number = 2; number <= UPDATES + 1; number += 1) {
      if (calm) await rest(context);
      const changes = number % 2 === 0 ? other : own;
      const answer = await update(context, record, changes);
      if (mayBeOfEarlierWrites(answer, accepted.has(changes))) return { number, answer };
      if (!isSuccess(answer)) continue;
      accepted.add(changes);
      await readUntil(context, record, changes);
    }
    return null;
  }),
};

export const bulkAgain: WriteRule = {
  id: 'bulk.again',
  clause: 'bulk.again',
  needs: [],
  records: 2,
  fresh: true,
  appliesTo: isBulkUpdate,
  write: again('bulk update', async (context, record, calm) => {
    const accepted = new Set<boolean>();
    for (const [index, value] of [true, false, true].entries()) {
      if (calm) await rest(context);
      const { answer, end } = await send(context, bodyOf(context, [record.id], allFlags(context, value)));
      if (isSuccess(answer)) {
        assertCompleted(context, end, `a bulk update of 1 record with all flags ${value}`);
        accepted.add(value);
        continue;
      }
      // A target that accepts no bulk update at all may require another scope, and one that is busy may reject any.
      if (accepted.size === 0 && !context.bulk.takesListed)
        context.inconclusive(`the first bulk update of the check returned ${answer.summary}`);
      if (mayBeOfEarlierWrites(answer, accepted.has(value))) return { number: index + 1, answer };
    }
    return null;
  }),
};
