import { type Answer, isSuccess } from '../../../engine/client/answer.js';
import { differing } from '../../../engine/session/differing.js';
import { isRecord, type JsonRecord } from '../../../engine/session/page.js';
import { isMovedEitherWay } from '../../../engine/writes/moved-time.js';
import type { Held } from '../../../engine/writes/record-probe.js';
import type { Waited } from '../../../engine/writes/waiting.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { cut } from '../cut.js';
import { fieldsOf } from '../fields.js';
import { sameValue } from '../same-value.js';

export { isSuccess };

/** Expected values of fields, by name. */
export type Expected = Readonly<Record<string, unknown>>;

/** The record in a response; `null` if the response is not a success or not a JSON object. */
export function recordOf(answer: Answer): JsonRecord | null {
  return isSuccess(answer) && isRecord(answer.value) ? answer.value : null;
}

/** The names of the fields that do not have the expected value; absent counts as null. */
export function differingFields(record: JsonRecord, expected: Expected): string[] {
  return differing(record, expected, Object.keys(expected), sameValue);
}

/** The original values of a record in the fields that updates set, without those that follow from others. */
export function ownFields(context: WriteContext, { before }: Held): Expected {
  const own = Object.entries(context.watched(before)).filter(([name]) => !context.kind.follows.includes(name));
  return Object.fromEntries(own);
}

/** Reads a record until it has the expected values, up to the consistency window. */
export function readUntil(
  context: WriteContext,
  record: Pick<Held, 'id'>,
  expected: Expected,
): Promise<Waited<JsonRecord>> {
  return context.until(
    () => context.read(record),
    (now) => differingFields(now, expected).length === 0,
  );
}

/** A field that may follow from a time of the record: who was active a moment ago is no longer inactive. */
const FOLLOWS_TIMES = 'status';

/**
 * The names of the documented fields in which two reads of a record differ, except for times that moved to the present one, and what
 * may follow from them.
 */
export function changedFields(context: WriteContext, before: JsonRecord, after: JsonRecord): string[] {
  const documented = Object.keys(fieldsOf(context.world.operation(context.kind.read)));
  const names = differing(before, after, documented, sameValue);
  // updates.own-times warns about these.
  const others = names.filter((name) => !isMovedEitherWay(before[name], after[name]));
  return others.length === names.length ? names : others.filter((name) => name !== FOLLOWS_TIMES);
}

/**
 * Whether a score is another one: a target may compute it anew with each write, from what the write sets and from what no read
 * shows. updates.risk-score warns about that.
 */
export function isRecomputed(name: string, after: JsonRecord): boolean {
  return name === 'riskScore' && typeof after[name] === 'number';
}

/** Fields without the expected value; `of` describes the record and the request that should have set it. */
interface Wrong {
  readonly record: JsonRecord;
  readonly expected: Expected;
  readonly names: readonly string[];
  readonly of: string;
  /** The kind of the record, if the request may have changed others in its place. */
  readonly spreads?: string | undefined;
  /** Several records show it, and a second run of the check cannot. */
  readonly replicated?: boolean;
}

/** Reports each field without the expected value. */
export function reportFields(
  context: WriteContext,
  answer: Answer,
  { record, expected, names, of, spreads, replicated }: Wrong,
): void {
  for (const name of names) {
    const message = `${name} ${of} is ${brief(record[name])}, not ${brief(expected[name])}`;
    const [wanted, actual] = [brief(expected[name]), brief(record[name])];
    context.report(answer, {
      at: `/${name}`,
      expected: wanted,
      actual,
      message,
      ...(spreads !== undefined && { spreads }),
      ...(replicated !== undefined && { replicated }),
    });
  }
}

/** A value for a message: as JSON, shortened if it is long. */
export function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 80 ? `${cut(text, 0, 80)}… (${text.length} characters)` : text;
}
