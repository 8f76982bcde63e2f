import { strangeValues } from '../../../../consistency/at-rest.js';
import { byRecord, hasOverlap } from '../../../../consistency/history.js';
import type { ClauseId } from '../../../../contract/clauses/index.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import { WorldSlot } from '../../../../engine/session/slot.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isUpdate } from '../../applies.js';
import { brief } from '../compare.js';
import { runWorkload, type Workload } from './workload.js';

/** The workloads of a run, by operation and by run of the checks: one serves all checks that judge it. */
const WORKLOADS = new WorldSlot<Map<string, Promise<Workload>>>();

/** A rule of an update that judges the workload of the operation. */
export function workloadRule(id: ClauseId, judge: (context: WriteContext, workload: Workload) => void): WriteRule {
  return {
    id,
    clause: id,
    needs: [],
    records: 2,
    from: 'thorough',
    long: true,
    appliesTo: isUpdate,
    async write(context) {
      judge(context, await workloadOf(context));
    },
  };
}

/**
 * What concurrent clients did to records of the operation's kind: it is carried out once in each run of the checks.
 * Inconclusive if nothing overlapped, or if records show what the run has not sent.
 */
async function workloadOf(context: WriteContext): Promise<Workload> {
  const own = await WORKLOADS.of(context, async () => new Map());
  const key = `${context.operation.id} ${context.look}`;
  const known = own.get(key) ?? runWorkload(context);
  own.set(key, known);
  const workload = await known;
  assertOwn(context, workload);
  return workload;
}

function assertOwn(context: WriteContext, { history, foreign }: Workload): void {
  if (foreign !== null) context.inconclusive(`another client has changed a record: ${foreign}`);
  const [strange] = strangeValues(history).filter(({ refused }) => refused === null);
  if (strange !== undefined) {
    const { field, record, value } = strange;
    context.inconclusive(
      `${field} of ${record} is ${brief(value)}, which the run has not sent: another client may have changed it`,
    );
  }
  if (![...byRecord(history).values()].some(hasOverlap)) {
    context.inconclusive('no request overlapped with a write of another client, so nothing was tested');
  }
}
