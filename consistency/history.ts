/** The value of a field; in a patch, `null` removes the field, as in a merge patch. */
export type Value = string | number | boolean | null;

/** Fields of records, by the id of the record and the name of the field. */
export type Patches = Readonly<Record<string, Readonly<Record<string, Value>>>>;

/** What a call does: it sets fields of some records and leaves all others alone, or it shows fields of some records. */
export type Operation =
  | {
      readonly kind: 'write';
      readonly sets: Patches;
      /** How it writes, for example `bulk update`; it has no influence on the judgement. */
      readonly by?: string;
    }
  | {
      readonly kind: 'read';
      readonly shows: Patches;
      /** Where the records were read, for example `list`; it has no influence on the judgement. */
      readonly from?: string;
    };

/** One call of one client, as seen by this client. */
export interface Call {
  /** A client makes one call at a time; after a call without a response it continues under another name. */
  readonly client: string;
  readonly operation: Operation;
  /** When the request was sent, in milliseconds on one clock for all clients. */
  readonly call: number;
  /** When the response arrived; `null` without a response: a write may then take effect at any later time, or never. */
  readonly return: number | null;
  /** `failed`: it certainly had no effect; `unknown`: it may have had one. */
  readonly outcome: 'ok' | 'failed' | 'unknown';
}

/** The calls of several clients on records that no other client writes to. */
export interface History {
  /** The fields of each record before the first call. */
  readonly initial: Patches;
  readonly calls: readonly Call[];
}

/** Whether a call sets something. */
export function isWrite({ operation }: Pick<Call, 'operation'>): boolean {
  return operation.kind === 'write';
}

/** One field of one record with a value. */
export interface Cell {
  readonly record: string;
  readonly field: string;
  readonly value: Value;
}

/** The fields of an operation, one by one. */
export function cellsOf({ operation }: Pick<Call, 'operation'>): Cell[] {
  return cellsIn(operation.kind === 'write' ? operation.sets : operation.shows);
}

/** The fields of patches, one by one. */
export function cellsIn(patches: Patches): Cell[] {
  return Object.entries(patches).flatMap(([record, fields]) =>
    Object.entries(fields).map(([field, value]) => ({ record, field, value })),
  );
}

/**
 * The calls that say something: writes that may have had an effect, and reads with a response.
 */
export function relevantCalls({ calls }: History): Call[] {
  return calls.filter((call) => (isWrite(call) ? call.outcome !== 'failed' : call.outcome === 'ok'));
}

/** Whether a call had ended before another one began. */
export function precedes(one: Call, other: Call): boolean {
  return one.outcome === 'ok' && one.return !== null && one.return < other.call;
}

/**
 * A history for each record alone. A write of several records and a read of a list then count as one call for each of
 * their records: nothing promises that they take place at one moment.
 */
export function byRecord({ initial, calls }: History): Map<string, History> {
  const records = new Set([
    ...Object.keys(initial),
    ...calls.flatMap((call) => cellsOf(call).map(({ record }) => record)),
  ]);
  return new Map([...records].map((record) => [record, ofRecord(record, initial, calls)]));
}

function ofRecord(record: string, initial: Patches, calls: readonly Call[]): History {
  const only = (patches: Patches): Patches => ({ [record]: patches[record] ?? {} });
  const concerned = calls.flatMap((call): Call[] => {
    const { operation } = call;
    const isOf = record in (operation.kind === 'write' ? operation.sets : operation.shows);
    if (!isOf) return [];
    const own: Operation =
      operation.kind === 'write'
        ? { ...operation, sets: only(operation.sets) }
        : { ...operation, shows: only(operation.shows) };
    return [{ ...call, operation: own }];
  });
  return { initial: only(initial), calls: concerned };
}

/** Whether a write and another call of another client took place at the same time: without that, nothing was tested. */
export function hasOverlap({ calls }: History): boolean {
  return calls.some(
    (one) => isWrite(one) && calls.some((other) => one.client !== other.client && startsDuring(one, other)),
  );
}

function startsDuring(one: Call, other: Call): boolean {
  const end = (call: Call) => call.return ?? Number.POSITIVE_INFINITY;
  return one.call < end(other) && other.call < end(one);
}
