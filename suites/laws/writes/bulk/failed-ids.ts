import { isRecord, type JsonRecord } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { TaskEnd } from '../../../../engine/writes/task-end.js';
import { waitFor } from '../../../../engine/writes/waiting.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { type Expected, readUntil, recordOf } from '../compare.js';
import { readSummary } from './read-summary.js';

/** The ids that a summary lists as failed; `null` if they are not in the documented form. */
export function failedOf({ target }: WriteContext, { failed }: JsonRecord): readonly unknown[] | null {
  if (failed === undefined || failed === null) return [];
  if (target.wireForm === 'array') return Array.isArray(failed) ? failed : null;
  if (!isRecord(failed) || Array.isArray(failed)) return null;
  const keys = Object.keys(failed);
  return keys.every((_key, index) => Object.hasOwn(failed, String(index))) ? Object.values(failed) : null;
}

/** Whether an id is among the failed ones of a bulk update. */
type HasFailed = (id: string) => boolean;

/**
 * Whether the summary of a task lists an id as failed; `null` if it cannot be read, or not in the documented form. One that
 * cannot be read yet is awaited up to the consistency window, until one was awaited in vain; `atOnce` reads it once.
 */
export async function failedIn(context: WriteContext, end: TaskEnd, atOnce = false): Promise<HasFailed | null> {
  if (context.operation.area !== 'users') return () => false;
  const { bulk } = context;
  const read = async () => recordOf((await readSummary(context, end)).answer);
  const isAwaited = !atOnce && !bulk.lacksSummary;
  const { value: record } = await waitFor(read, (found) => found !== null, isAwaited ? context.windowMs : 0);
  if (isAwaited) bulk.lacksSummary = record === null;
  const failed = record === null ? null : failedOf(context, record);
  return failed && ((id) => failed.some((one) => isSameId(one, id)));
}

/** A bulk update that may have failed for some of its records. */
interface Ended {
  readonly ids: readonly string[];
  /** The fields of the records that it sets. */
  readonly fields: Expected;
  readonly end: TaskEnd;
  /** The check reads what its end shows: nothing is awaited before. */
  readonly atOnce?: boolean;
}

/**
 * Ends a check as inconclusive if the summary of a bulk update lists one of its records as failed: a summary lists the
 * ids that failed (section "Bulk update users summary"), and when an update fails is unspecified. Without a summary that can
 * be read, so does a record that reads show without the update. Records that a bulk update has updated before are not
 * looked for.
 */
export async function assertNoneFailed(context: WriteContext, { ids, fields, end, atOnce }: Ended): Promise<void> {
  const { succeeded } = context.bulk;
  const untried = ids.filter((id) => !succeeded.has(id));
  if (untried.length === 0) return;
  const hasFailed = await failedIn(context, end, atOnce);
  if (hasFailed !== null) {
    const one = untried.find(hasFailed);
    if (one !== undefined)
      context.inconclusive(`the summary of the bulk update lists ${one} as failed (see tasks.summary)`);
    for (const id of untried) succeeded.add(id);
    return;
  }
  for (const id of atOnce ? [] : untried) {
    const { held } = await readUntil(context, { id }, fields);
    if (!held)
      context.inconclusive(`the summary of the bulk update cannot be read, and may list ${id}, which was not updated`);
  }
}
