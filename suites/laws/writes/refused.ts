import type { Answer } from '../../../engine/client/answer.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import type { Held } from '../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { brief, differingFields, type Expected } from './compare.js';

/** Client errors that any request may cause. */
export const OF_ANY_REQUEST: readonly number[] = [401, 403, 408, 429];

/**
 * The record after a write that should have changed nothing. A read may still show a state older than the one it is
 * compared with, so differences outside the `allowed` fields are re-read up to the consistency window, once per check.
 */
export async function readUnchanged(
  context: WriteContext,
  record: Held,
  before: JsonRecord,
  allowed: readonly string[] = [],
): Promise<JsonRecord> {
  const expected: Expected = context.watched(before);
  const { value } = await context.until(
    () => context.read(record),
    (now) => context.evidence.length > 0 || differingFields(now, expected).every((name) => allowed.includes(name)),
  );
  return value;
}

/**
 * Reports the changes of a write that should have changed nothing; `before` is the record before it. Returns the record
 * after it.
 */
export async function reportDamage(
  context: WriteContext,
  record: Held,
  { before, answer, what }: { before: JsonRecord; answer: Answer; what: string },
): Promise<JsonRecord> {
  const now = await readUnchanged(context, record, before);
  const expected: Expected = context.watched(before);
  for (const name of differingFields(now, expected)) {
    const [was, is] = [brief(expected[name]), brief(now[name])];
    const message = `${what} returned ${answer.summary} and changed ${name} from ${was} to ${is}`;
    context.report(answer, { at: `/${name}`, expected: was, actual: is, message });
  }
  return now;
}

/** Reports a status other than the expected ones. */
export function reportStatus(
  context: WriteContext,
  answer: Answer,
  { what, expected }: { what: string; expected: string },
): void {
  const message = `${what} returned ${answer.summary}`;
  context.report(answer, { at: 'status', expected: `${expected} (${what})`, actual: answer.summary, message });
}
