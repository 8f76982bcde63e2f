import type { DataType } from '../../contract/query-language.js';
import { identity, type JsonRecord } from '../session/page.js';
import { type Bits, clearBit, emptyBits, fullBits, setBit } from './bits.js';
import { hasLetters, isPlain, loosely } from './collations.js';
import { isFraction, readAs, type Value } from './compare-values.js';
import { instantOf } from './instants.js';
import { mayBeNull } from './stand-in.js';

/** The coarsest foldings of the texts of a column, and an index by folding without trailing spaces. */
interface Loose {
  readonly keys: readonly { readonly key: string; readonly value: number }[];
  readonly byKey: ReadonlyMap<string, readonly number[]>;
  /** The values that are not texts, about which nothing is known. */
  readonly odd: readonly number[];
  /** Whether each text is plain. */
  readonly isPlainAt: readonly boolean[];
  /** The index of each text that no reading confuses with another: no other text has a common folding. */
  readonly alone: ReadonlyMap<string, number>;
}

type TextKey = (text: string) => string;

/** One field of all records: its distinct values, the rows of each, and foldings of its texts, computed on demand. */
export class Column {
  readonly values: Value[] = [];
  /** The rows that hold each of the values. */
  readonly rows: number[][] = [];
  /** The index in `values` of what each row holds; -1 for a null. */
  readonly valueOf: Int32Array;
  readonly nulls: Bits;
  readonly hasNulls: boolean;
  /**
   * The rows without the field where other rows have a null: a target that shows nulls may leave out values such as zero, so nothing
   * is claimed about them.
   */
  readonly unclaimed: Bits;
  /**
   * The values that a target may show where its store has a null, such as the empty text or 0001-01-01. There are none
   * in a column with nulls: a target that shows some of them shows all.
   */
  readonly standIns: readonly number[];
  #loose: Loose | undefined;
  readonly #keys = new Map<TextKey, (string | undefined)[]>();

  constructor(
    readonly type: DataType,
    json: readonly unknown[],
    rounded: boolean = type === 'number' && json.some(isFraction),
    absent: readonly number[] = [],
  ) {
    this.unclaimed = emptyBits(json.length);
    for (const row of absent) setBit(this.unclaimed, row);
    this.valueOf = new Int32Array(json.length).fill(-1);
    this.nulls = emptyBits(json.length);
    const known = new Map<unknown, number>();
    const standIns: number[] = [];
    for (const [row, own] of json.entries()) {
      let index = known.get(own);
      if (index === undefined) {
        const value = readAs(type, own, rounded);
        index = value === null ? -1 : this.values.push(value) - 1;
        if (index >= 0) this.rows.push([]);
        if (mayBeNull(type, own)) standIns.push(index);
        known.set(own, index);
      }
      this.valueOf[row] = index;
      if (index < 0) setBit(this.nulls, row);
      else this.rows[index]?.push(row);
    }
    this.hasNulls = this.nulls.some((word) => word !== 0);
    this.standIns = this.hasNulls ? [] : standIns;
  }

  /** The sort key of a text, computed once; for a column of texts. */
  keyOf({ key }: { readonly key: TextKey }, index: number): string {
    const known = this.#keys.get(key) ?? [];
    this.#keys.set(key, known);
    const { value } = this.values[index] as { value: string };
    known[index] ??= key(value);
    return known[index] as string;
  }

  /** The coarsest foldings of each text; for a column of texts. */
  get loose(): Loose {
    if (this.#loose === undefined) {
      const keys = this.values.flatMap((own, value) =>
        own.type === 'string' ? loosely(own.value).map((key) => ({ key, value })) : [],
      );
      const byKey = new Map<string, number[]>();
      for (const { key, value } of keys) {
        const trimmed = key.trimEnd();
        const same = byKey.get(trimmed);
        if (same === undefined) byKey.set(trimmed, [value]);
        else same.push(value);
      }
      const odd = this.values.flatMap((own, value) => (own.type === 'odd' ? [value] : []));
      const isPlainAt = this.values.map((own) => own.type === 'string' && isPlain(own.value));
      const shared = new Set([...byKey.values()].filter((same) => same.length > 1).flat());
      const alone = new Map(
        this.values.flatMap((own, value) =>
          own.type === 'string' && hasLetters(own.value) && odd.length === 0 && !shared.has(value)
            ? [[own.value, value] as const]
            : [],
        ),
      );
      this.#loose = { keys, byKey, odd, isPlainAt, alone };
    }
    return this.#loose;
  }
}

/**
 * The records that a run has read of one list, by field. The caller may give the documented types of fields; else a
 * type is what all values of a field agree on. A field without a known value, or with values of several types, has no
 * column, and nothing is claimed about it.
 */
export class Table {
  readonly #columns = new Map<string, Column | null>();
  readonly #rows = new Map<string, number[]>();
  readonly #types: Readonly<Record<string, DataType>>;
  /** All rows. */
  readonly full: Bits;
  /** All rows with a unique identity; for other rows a response does not say which one it means. */
  readonly all: Bits;
  readonly #folded = new Map<(text: string) => string, Map<string, string>>();

  constructor(
    readonly records: readonly JsonRecord[],
    types: Readonly<Record<string, DataType>> = {},
    /** Fields whose values may be stored with more digits than shown, even if all values shown are integers. */
    readonly rounded: ReadonlySet<string> = new Set(),
  ) {
    this.#types = types;
    this.full = fullBits(records.length);
    this.all = fullBits(records.length);
    for (const [row, record] of records.entries()) {
      const id = identity(record);
      const same = this.#rows.get(id);
      if (same === undefined) this.#rows.set(id, [row]);
      else same.push(row);
    }
    for (const rows of this.#rows.values()) if (rows.length > 1) for (const row of rows) clearBit(this.all, row);
  }

  /** The rows of an identity; none where no record has it. */
  rowsOf(id: string): readonly number[] {
    return this.#rows.get(id) ?? [];
  }

  idOf(row: number): string {
    return identity(this.records[row] as JsonRecord);
  }

  /** A field as a column; null if nothing can be claimed about it. */
  column(field: string): Column | null {
    const known = this.#columns.get(field);
    if (known !== undefined) return known;
    const json = this.records.map((record) => (Object.hasOwn(record, field) ? (record[field] ?? null) : null));
    const type = typeOf(json, Object.hasOwn(this.#types, field) ? this.#types[field] : undefined);
    const column =
      type === null ? null : new Column(type, json, this.rounded.has(field) || undefined, this.#absent(field));
    this.#columns.set(field, column);
    return column;
  }

  /** The rows without a field, if other rows have a null in it. */
  #absent(field: string): number[] {
    if (!this.records.some((record) => Object.hasOwn(record, field) && record[field] === null)) return [];
    return this.records.flatMap((record, row) => (Object.hasOwn(record, field) ? [] : [row]));
  }

  /** A cached folding of a text, because texts are compared repeatedly. */
  readonly fold = (fold: (text: string) => string, text: string): string => {
    let own = this.#folded.get(fold);
    if (own === undefined) {
      own = new Map();
      this.#folded.set(fold, own);
    }
    let folded = own.get(text);
    if (folded === undefined) {
      folded = fold(text);
      own.set(text, folded);
    }
    return folded;
  };
}

/** The type of a field: the documented one if a value has it, else what all values that are not null agree on. */
function typeOf(json: readonly unknown[], documented: DataType | undefined): DataType | null {
  const values = json.filter((value) => value !== null);
  if (values.length === 0) return null;
  if (documented !== undefined)
    return values.some((value) => readAs(documented, value)?.type !== 'odd') ? documented : null;
  const [type, ...others] = new Set(values.map((value) => typeof value));
  if (others.length > 0) return null;
  if (type === 'number' || type === 'boolean') return type;
  if (type !== 'string') return null;
  return values.every((value) => isPlain(String(value)) && instantOf(String(value)) !== null) ? 'date' : 'string';
}
