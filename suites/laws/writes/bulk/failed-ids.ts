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

/** The ids that the summary of a task lists as failed; none if there is no summary that can be read. */
export async function failedIn(context: WriteContext, taskId: string): Promise<readonly unknown[]> {
  if (context.operation.area !== 'users') return [];
  const record = recordOf(await readBy(context, SUMMARY, taskId));
  return (record === null ? null : failedOf(context, record)) ?? [];
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
  const failed = await failedIn(context, taskId);
  const one = untried.find((id) => failed.some((other) => isSameId(other, id)));
  if (one !== undefined) {
    context.inconclusive(`the summary of the bulk update lists ${one} as failed (see tasks.summary)`);
  }
  for (const id of untried) succeeded.add(id);
}
