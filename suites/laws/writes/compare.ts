import type { Answer } from '../../../engine/client/answer.js';
import { isRecord, type JsonRecord } from '../../../engine/session/page.js';
import { sameJson } from '../../../engine/session/validation.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { fieldsOf } from '../fields.js';
import { isSameId } from '../same-id.js';

/** Fields by name, as they are to be. */
export type Expected = Readonly<Record<string, unknown>>;

/** The record that an answer holds; `null` where it is no success, or no JSON object. */
export function recordOf(answer: Answer): JsonRecord | null {
  return isSuccess(answer) && isRecord(answer.value) ? answer.value : null;
}

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** Whether two values of a field are the same to a reader: null and absent are, and so are ids in any case. */
export function sameValue(name: string, one: unknown, other: unknown): boolean {
  if (/Id$|^id$/.test(name) && typeof one === 'string' && typeof other === 'string') {
    return isSameId(one, other);
  }
  return sameJson(one ?? null, other ?? null);
}

/** The names of the fields that are not as expected; what a record does not tell at all is nothing to compare. */
export function differingFields(record: JsonRecord, expected: Expected): string[] {
  return Object.keys(expected).filter((name) => !sameValue(name, record[name], expected[name]));
}

/** The names of the documented fields in which two readings of a record differ. */
export function changedFields(context: WriteContext, before: JsonRecord, after: JsonRecord): string[] {
  const documented = Object.keys(fieldsOf(context.world.operation(context.kind.read)));
  return documented.filter((name) => !sameValue(name, before[name], after[name]));
}

/** Reports fields that are not as expected, each once; `of` says what the record is and how it came about. */
export function reportFields(
  context: WriteContext,
  answer: Answer,
  { record, expected, names, of }: { record: JsonRecord; expected: Expected; names: readonly string[]; of: string },
): void {
  for (const name of names) {
    const message = `${name} ${of} is ${brief(record[name])}, not ${brief(expected[name])}`;
    context.report(answer, { at: `/${name}`, expected: brief(expected[name]), actual: brief(record[name]), message });
  }
}

/** A value in a message: as JSON, cut where it is long. */
export function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 80 ? `${[...text].slice(0, 80).join('')}… (${text.length} characters)` : text;
}
