import type { Answer } from '../../../../engine/client/answer.js';
import type { TaskEnd } from '../../../../engine/writes/task-end.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { linksOf } from '../links.js';
import { readBy } from '../read-by.js';

/** Reads the summary of a bulk update; only those of users have one. */
export const SUMMARY = 'getBulkUpdateUsersSummary';

/** A summary as it was read, and the id by which it was. */
interface SummaryRead {
  readonly answer: Answer;
  readonly id: string;
}

/**
 * Reads the summary of a task by the id of the task, as in the link that the document shows (section "Endpoints"). Where no
 * summary has that id, by the one in the link of the task: the path parameter is the id of the summary.
 */
export async function readSummary(context: WriteContext, end: TaskEnd): Promise<SummaryRead> {
  const answer = await readBy(context, SUMMARY, end.id);
  if (![400, 404].includes(answer.status)) return { answer, id: end.id };
  const own = ownIdOf(context, end);
  if (own === null || own === end.id) return { answer, id: end.id };
  return { answer: await readBy(context, SUMMARY, own), id: own };
}

/** The id of the summary in the link of a task; `null` if it has none. */
function ownIdOf({ target }: WriteContext, { last }: TaskEnd): string | null {
  for (const link of linksOf(last.task ?? {}, target.wireForm) ?? []) {
    const [, own] = /(?:^|\/)users\/bulk-update\/([^/?#]+)\/?(?:[?#]|$)/i.exec(String(link.href)) ?? [];
    if (own !== undefined && link.rel === 'bulk-update-users') return decoded(own);
  }
  return null;
}

/** A segment of a path without percent-encoding; as it is if that is malformed. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
