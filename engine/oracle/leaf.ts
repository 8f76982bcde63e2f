import type { Comparison } from '../../contract/query-language.js';
import { type Bits, clearBit, emptyBits, setBit } from './bits.js';
import { compareTexts, soughtLoosely } from './collations.js';
import { COLUMN_READINGS, type ColumnReading } from './column-readings.js';
import { CORES, type Core, compareValues, isApart, readAs, storedFor, type Value } from './compare-values.js';
import { appliesTo, isNullLiteral } from './evaluate.js';
import { type NullPolicy, nullOutcome } from './null-policies.js';
import type { Column, Table } from './table.js';
import { ANYTHING, anyOf, NO, negate, negateAll, type Outcome, type Truth, truthOf, UNKNOWN, YES } from './truth.js';

/** Readings of a column that make the same of a comparison: its outcome by row, nulls aside, and that of a stored null. */
interface LeafClass {
  readonly truth: Truth;
  /** What a null is under the reading, compared; undefined where the null policy decides. */
  readonly ofNull: Outcome | undefined;
}

/** A core of a comparison on a column: which readings of the column agree about it. */
interface CoreClasses {
  readonly classes: readonly LeafClass[];
  /** The class of each reading in `COLUMN_READINGS` of the type. */
  readonly classOf: readonly number[];
}

/** One comparison of a filter over a table. `classOf` is null where nothing is claimed of it, under no reading. */
export class Leaf {
  readonly field: string;
  readonly classOf: readonly number[] | null;
  readonly #comparison: Comparison;
  readonly #column: Column | null;
  readonly #core: CoreClasses | null;
  readonly #table: Table;
  readonly #truths = new Map<string, Truth>();

  constructor(table: Table, comparison: Comparison, cores: Map<string, CoreClasses>) {
    const { field, operator, literal } = comparison;
    this.field = field;
    this.#comparison = comparison;
    this.#table = table;
    const sought = readAs(literal.type, literal.value);
    const column = table.column(field);
    const claimed = column?.type === literal.type && appliesTo(comparison) && sought !== null && sought.type !== 'odd';
    this.#column = claimed ? column : null;
    this.#core = claimed ? coreClasses(table, column, CORES[operator][0], comparison, sought, cores) : null;
    this.classOf = this.#core?.classOf ?? null;
  }

  /** Policies with the same key make the same of this comparison. */
  policyKey(policy: NullPolicy): number {
    if (this.#column === null) return 0;
    if (isNullLiteral(this.#comparison, policy)) return -1;
    return this.#column.hasNulls ? nullOutcome(this.#comparison.operator, policy) : 0;
  }

  /** The outcome by row under a class of readings and a policy. */
  truth(index: number, policy: NullPolicy): Truth {
    const own = this.policyKey(policy);
    const key = `${index} ${own}`;
    let truth = this.#truths.get(key);
    if (truth === undefined) {
      truth = this.#make(index, own);
      this.#truths.set(key, truth);
    }
    return truth;
  }

  #make(index: number, ofPolicy: number): Truth {
    const { full } = this.#table;
    if (this.#column === null || this.#core === null) return truthOf(full, full, full);
    const none = new Uint32Array(full.length);
    if (ofPolicy === -1) return truthOf(none, none, full);
    const { truth, ofNull } = this.#core.classes[index] as LeafClass;
    const [, negated] = CORES[this.#comparison.operator];
    const signed = negated ? negateAll(truth) : truth;
    if (!this.#column.hasNulls) return signed;
    const outcome = ofNull === undefined ? ofPolicy : negated ? negate(ofNull) : ofNull;
    const { nulls } = this.#column;
    const flagged = [YES, NO, UNKNOWN].map((flag) => ((outcome & flag) === 0 ? none : nulls)) as [Bits, Bits, Bits];
    return anyOf(signed, truthOf(...flagged));
  }
}

function coreClasses(
  table: Table,
  column: Column,
  core: Core,
  { field, literal }: Comparison,
  sought: Value,
  cores: Map<string, CoreClasses>,
): CoreClasses {
  const key = JSON.stringify([field, core, literal.value]);
  let classes = cores.get(key);
  if (classes === undefined) {
    classes = classify(table, column, core, sought);
    cores.set(key, classes);
  }
  return classes;
}

/**
 * Groups the readings of a column by what they make of a core. Only the values about which readings can differ are
 * compared under each; of the others the first reading speaks for all.
 */
function classify(table: Table, column: Column, core: Core, sought: Value): CoreClasses {
  const readings = COLUMN_READINGS[column.type];
  const texts: typeof compareTexts = (operator, pair, collation) => compareTexts(operator, pair, collation, table.fold);
  const compare = (value: Value, reading: ColumnReading) => compareValues(core, value, sought, reading, texts);
  const { candidates, settled } = split(column, core, sought, compare);
  const known = new Map<unknown, readonly Outcome[]>();
  const certain = core === 'equal' && isItself(column, candidates, sought);
  const byKey = new Map<string, number>();
  const classes: LeafClass[] = [];
  const classOf = readings.map((reading) => {
    // Spaces at the end matter to no -contains, and what a null is to no other value.
    const text = core === 'equal' ? reading.text : reading.text.folds;
    const way = sought.type !== 'string' ? reading.precision : certain || text;
    const outcomes = known.get(way) ?? candidates.map((value) => compare(column.values[value] as Value, reading));
    known.set(way, outcomes);
    const stored = column.hasNulls ? storedFor(column.type, reading) : null;
    const ofNull = stored === null ? undefined : certain ? NO : compare(stored, reading);
    const key = `${ofNull} ${outcomes.join('')}`;
    const same = byKey.get(key);
    if (same !== undefined) return same;
    byKey.set(key, classes.length);
    return classes.push({ truth: truthOfClass(table, column, settled, candidates, outcomes), ofNull }) - 1;
  });
  return { classes, classOf };
}

/** Whether the only candidate is the text that is sought: every reading has them equal, and none has it empty. */
function isItself({ values }: Column, candidates: readonly number[], sought: Value): boolean {
  const [only = -1, ...others] = candidates;
  const value = values[only];
  if (others.length > 0 || value?.type !== 'string' || sought.type !== 'string') return false;
  return value.value === sought.value && /[a-z0-9]/i.test(sought.value);
}

/** The values about which readings can differ, and the other values for which the core holds. */
function split(
  column: Column,
  core: Core,
  sought: Value,
  compare: (value: Value, reading: ColumnReading) => Outcome,
): { candidates: readonly number[]; settled: readonly number[] } {
  const [plain] = COLUMN_READINGS[column.type] as readonly [ColumnReading];
  const candidates: number[] = [];
  const settled: number[] = [];
  if (sought.type === 'string') {
    const { keys, byKey, always } = column.loose;
    const found = new Set(always);
    for (const loose of soughtLoosely(sought.value)) {
      if (core === 'equal') for (const index of byKey.get(loose.trimEnd()) ?? []) found.add(index);
      else for (const [index, key] of keys.entries()) if (key.includes(loose)) found.add(index);
    }
    return { candidates: [...found], settled };
  }
  for (const [index, value] of column.values.entries()) {
    if (value.type === 'odd' || !isApart(value, sought)) candidates.push(index);
    else if (compare(value, plain) === YES) settled.push(index);
  }
  return { candidates, settled };
}

function truthOfClass(
  table: Table,
  column: Column,
  settled: readonly number[],
  candidates: readonly number[],
  outcomes: readonly Outcome[],
): Truth {
  const rows = table.records.length;
  const [yes, unknown] = [emptyBits(rows), emptyBits(rows)];
  const no = table.full.slice();
  for (let at = 0; at < no.length; at += 1) no[at] = (no[at] as number) & ~(column.nulls[at] as number);
  const mark = (value: number, outcome: Outcome) => {
    for (const row of column.rows[value] as number[]) {
      if (outcome & YES) setBit(yes, row);
      if (outcome & UNKNOWN) setBit(unknown, row);
      if (!(outcome & NO)) clearBit(no, row);
    }
  };
  for (const value of settled) mark(value, YES);
  for (const [at, value] of candidates.entries()) mark(value, outcomes[at] ?? ANYTHING);
  return truthOf(yes, no, unknown);
}
