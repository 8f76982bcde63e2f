import { isRecord, type JsonRecord } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { recordOf } from '../compare.js';
import { readBy } from '../read-by.js';

/** Reads the summary of a bulk update; only those of users have one. */
export const SUMMARY = 'getBulkUpdateUsersSummary';

/** The ids that a summary lists as failed; `null` if they are not in the documented form. */
export function failedOf({ target }: WriteContext, { failed }: JsonRecord): readonly unknown[] | null {
  if (failed === undefined || failed === null) return [];
  if (target.wireForm === 'array') return Array.isArray(failed) ? failed : null;
  if (!isRecord(failed) || Array.isArray(failed)) return null;
  const keys = Object.keys(failed);
  return keys.every((_key, index) => Object.hasOwn(failed, String(index))) ? Object.values(failed) : null;
}

/** Whether the summary of a task lists an id as failed; none is if there is no summary that can be read. */
export async function failedIn(context: WriteContext, taskId: string): Promise<(id: string) => boolean> {
  if (context.operation.area !== 'users') return () => false;
  const record = recordOf(await readBy(context, SUMMARY, taskId));
  const failed = (record === null ? null : failedOf(context, record)) ?? [];
  return (id) => failed.some((one) => isSameId(one, id));
}

/**
 * Ends a check as inconclusive if the summary of a bulk update lists one of these records as failed: a summary lists the
 * ids that failed (section "Bulk update users summary"), and when an update fails is unspecified. Records that a bulk
 * update has updated before are not looked for.
 */
export async function assertNoneFailed(context: WriteContext, ids: readonly string[], taskId: string): Promise<void> {
  const { succeeded } = context.bulk;
  const untried = ids.filter((id) => !succeeded.has(id));
  if (untried.length === 0) return;
  const one = untried.find(await failedIn(context, taskId));
  if (one !== undefined) {
    context.inconclusive(`the summary of the bulk update lists ${one} as failed (see tasks.summary)`);
  }
  for (const id of untried) succeeded.add(id);
}
