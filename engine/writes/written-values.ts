import { isSuccess } from '../client/answer.js';
import { isRefused, type KnownWrite, OPEN, type TouchedRecord } from './journal-state.js';
import type { Fields } from './record-fields.js';
import { couldBecome, isSame } from './same-value.js';

/**
 * Whether a field may have a value because of the run. A write that has certainly reached the record and succeeded
 * replaces the values of all writes that ended before it began, unless no read has shown its value: a faulty target may
 * report a success and store nothing. A write that has not ended may still set its values, even if the record was settled
 * since.
 */
export function mayBeOwn({ id, before, writes, all }: TouchedRecord, field: string, value: unknown): boolean {
  if (couldBecome(before[field], value)) return true;
  const open = all.filter((write) => write.end === OPEN && !writes.includes(write));
  const isShown = ({ shown }: KnownWrite) => shown === undefined || shown.get(id)?.has(field) === true;
  return lastingOf([...open, ...writes], field, isShown).some(
    (write) =>
      mayGiveAny(write, field, value) ||
      mayEmpty(write, field, value) ||
      couldBecome(valuesOf(write)[field], value) ||
      couldBecome(write.sent[field], value),
  );
}

/**
 * Whether a record that shows its original values is restored for good: no write that may have been carried out set
 * another value.
 */
export function isRestored({ before, writes }: TouchedRecord): boolean {
  const carriedOut = writes.filter((write) => !isRefused(write));
  const fields = new Set(carriedOut.flatMap((write) => namedBy(write)));
  const isKept = (write: KnownWrite, field: string) =>
    !isUnpredictable(write, field) &&
    isSame(valuesOf(write)[field], before[field]) &&
    (!(field in write.sent) || isSame(write.sent[field], before[field]));
  return (
    carriedOut.every(({ end }) => end !== OPEN) &&
    [...fields].every((field) => lastingOf(carriedOut, field).every((write) => isKept(write, field)))
  );
}

/**
 * The writes that may have set the current value of a field: those that no later one has certainly replaced, of those
 * that may replace others.
 */
function lastingOf(
  writes: readonly KnownWrite[],
  field: string,
  mayReplace: (write: KnownWrite) => boolean = () => true,
): KnownWrite[] {
  const naming = writes.filter((write) => namedBy(write).includes(field));
  const replacing = naming.filter((write) => replaces(write, field) && mayReplace(write));
  return naming.filter(({ end }) => !replacing.some((later) => later.begin > end));
}

/** The fields that a write names, or may set to any value. */
function namedBy(write: KnownWrite): string[] {
  return [...Object.keys(valuesOf(write)), ...(write.anyValue ?? [])];
}

/** Whether a write may have set a field to a value that it does not name. Only a failing target makes up a text. */
function mayGiveAny(write: KnownWrite, field: string, value: unknown): boolean {
  const made = typeof value !== 'string' || value === '';
  return isUnpredictable(write, field) && (made || write.anyValue?.includes(field) !== true);
}

/** Whether a write that sent a text may have emptied the field: a target that loses a text stores none. */
function mayEmpty({ sent }: KnownWrite, field: string, value: unknown): boolean {
  return (value ?? '') === '' && typeof sent[field] === 'string' && sent[field] !== '';
}

/** Whether the value that a write sets a field to is unknown: its body is unusual, or the target failed on it. */
function isUnpredictable({ anyValue, answer, sent }: KnownWrite, field: string): boolean {
  return anyValue?.includes(field) === true || (field in sent && (answer?.status ?? 0) >= 500);
}

/** Whether a write has certainly set the field of the record to a known value. */
function replaces(write: KnownWrite, field: string): boolean {
  const { answer, end, wide } = write;
  const succeeded = answer !== undefined && isSuccess(answer) && end !== OPEN;
  return succeeded && wide !== true && !isUnpredictable(write, field);
}

/** The values that a write set: those sent, and those in the response. */
function valuesOf({ sent, answer, ids }: KnownWrite): Fields {
  return ids.length === 1 ? { ...sent, ...answer?.fields } : sent;
}
