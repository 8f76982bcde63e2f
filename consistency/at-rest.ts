import { followedBy, writersOf } from './eventual.js';
import {
  byRecord,
  type Call,
  cellsIn,
  type History,
  isWrite,
  type Patches,
  relevantCalls,
  type Value,
} from './history.js';

/** An accepted write that is not there once everything came to rest, although no later write replaced it. */
export interface LostWrite {
  readonly record: string;
  readonly field: string;
  /** The value at rest: an older one. */
  readonly value: Value;
  readonly lost: Call;
}

/** The accepted writes that the final state of the records has lost, one for each field. */
export function lostWrites(history: History, final: Patches): LostWrite[] {
  const histories = byRecord(history);
  return cellsIn(final).flatMap(({ record, field, value }) => {
    const own = histories.get(record) ?? { initial: {}, calls: [] };
    const writes = relevantCalls(own).filter(isWrite);
    const writers = writersOf(own, writes, { record, field, value });
    const followed = writers.map((writer) => followedBy(writer, writes, { record, field, value }));
    const [lost] = followed.some(({ length }) => length === 0) ? [] : followed.flat().slice(-1);
    return lost === undefined ? [] : [{ record, field, value, lost }];
  });
}

/** A value that a read shows although no write that may have had an effect sets it. */
export interface StrangeValue {
  readonly record: string;
  readonly field: string;
  readonly value: Value;
  readonly read: Call;
  /** The write that sets it, if there is one: the target had refused it. */
  readonly refused: Call | null;
}

/** The values that reads show and no write explains: those of a refused write, or of another client. */
export function strangeValues(history: History): StrangeValue[] {
  const calls = relevantCalls(history);
  const writes = history.calls.filter(isWrite);
  return calls.flatMap((read) => {
    if (read.operation.kind === 'write') return [];
    return cellsIn(read.operation.shows).flatMap(({ record, field, value }) => {
      const writers = writersOf(history, writes, { record, field, value });
      const isExplained = writers.some((writer) => writer === null || writer.outcome !== 'failed');
      return isExplained ? [] : [{ record, field, value, read, refused: writers[0] ?? null }];
    });
  });
}

/** A read that shows two fields that every write sets to one value, with values of two writes. */
export interface TornRead {
  readonly record: string;
  readonly read: Call;
  readonly values: Readonly<Record<string, Value>>;
}

/**
 * The reads that show a record half written.
 *
 * @param fields the fields that every write sets to one and the same value, if it sets one of them
 */
export function tornReads({ initial, calls }: History, fields: readonly string[]): TornRead[] {
  return calls.flatMap((read) => {
    if (read.operation.kind === 'write' || read.outcome !== 'ok') return [];
    return Object.entries(read.operation.shows).flatMap(([record, shown]) => {
      const values = Object.fromEntries(
        fields.filter((name) => name in shown).map((name) => [name, shown[name] ?? null]),
      );
      const isInitial = Object.entries(values).every(([name, value]) => (initial[record]?.[name] ?? null) === value);
      return isInitial || new Set(Object.values(values)).size < 2 ? [] : [{ record, read, values }];
    });
  });
}
