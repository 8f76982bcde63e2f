import type { Answer } from '../../../engine/client/answer.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import type { Held } from '../../../engine/writes/record-pool.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { brief, differingFields, type Expected } from './compare.js';

/**
 * The record as it is after a write that ought to have changed nothing: a read may still show what was before the state
 * that it is held against, so what differs, but for the `allowed` fields, is read again up to the consistency window,
 * once in a check.
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
 * Reports what a write has changed that ought to have changed nothing; `before` is the record as it stood. Answers the
 * record as it is now.
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
    const message = `${what} is answered with ${answer.summary} and changes ${name} from ${was} to ${is}`;
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
  const message = `${what} is answered with ${answer.summary}`;
  context.report(answer, { at: 'status', expected: `${expected} (${what})`, actual: answer.summary, message });
}
