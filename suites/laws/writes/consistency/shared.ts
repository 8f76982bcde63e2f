import { strangeValues } from '../../../../consistency/at-rest.js';
import { byRecord, hasOverlap } from '../../../../consistency/history.js';
import type { World } from '../../../../engine/session/world.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { brief } from '../compare.js';
import { runWorkload, type Workload } from './workload.js';

/** The workloads of each run, by operation and by run of the checks: one serves all checks that judge it. */
const workloads = new WeakMap<World, Map<string, Promise<Workload>>>();

/**
 * What concurrent clients did to records of the operation's kind: it is carried out once in each run of the checks.
 * Inconclusive if nothing overlapped, or if records show what the run has not sent.
 */
export async function workloadOf(context: WriteContext): Promise<Workload> {
  const own = workloads.get(context.world) ?? new Map<string, Promise<Workload>>();
  workloads.set(context.world, own);
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
