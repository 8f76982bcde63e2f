import { type Call, cellsOf, type History, isWrite, precedes, relevantCalls, type Value } from './history.js';

/**
 * Whether a history is one of a target that shows writes late: each read shows values that were there before or that
 * some write had been sent to set, and reads that begin at rest all show the values of writes that no other write has
 * followed.
 *
 * @param restAt when the target came to rest, in the milliseconds of the history
 */
export function explainsEventually(history: History, restAt: number): boolean {
  const calls = relevantCalls(history);
  const writes = calls.filter(isWrite);
  const atRest = new Map<string, Value>();
  return calls
    .filter((call) => !isWrite(call))
    .every((read) => {
      const isAtRest = read.call > restAt;
      return cellsOf(read).every(({ record, field, value }) => {
        const key = JSON.stringify([record, field]);
        const writers = writersOf(history, writes, { record, field, value });
        const began = writers.filter((writer) => writer === null || writer.call < (read.return ?? read.call));
        if (!isAtRest) return began.length > 0;
        const known = atRest.get(key) ?? value;
        atRest.set(key, known);
        return (
          known === value && began.some((writer) => followedBy(writer, writes, { record, field, value }).length === 0)
        );
      });
    });
}

/** A field with the value that a read shows. */
interface Shown {
  readonly record: string;
  readonly field: string;
  readonly value: Value;
}

/** The writes that set a field to a value; `null` stands for the value before the first call. */
export function writersOf(
  { initial }: History,
  writes: readonly Call[],
  { record, field, value }: Shown,
): (Call | null)[] {
  const own = writes.filter(({ operation }) => {
    const fields = operation.kind === 'write' ? operation.sets[record] : undefined;
    return fields !== undefined && field in fields && fields[field] === value;
  });
  return (initial[record]?.[field] ?? null) === value ? [null, ...own] : own;
}

/** The accepted writes that gave a field another value after a write had ended. */
export function followedBy(writer: Call | null, writes: readonly Call[], { record, field, value }: Shown): Call[] {
  return writes.filter((write) => {
    const fields = write.operation.kind === 'write' ? write.operation.sets[record] : undefined;
    if (write.outcome !== 'ok' || fields === undefined || !(field in fields) || fields[field] === value) return false;
    return writer === null || precedes(writer, write);
  });
}
