import type { Comparison } from '../../contract/query-language.js';
import { type Bits, clearBit, emptyBits, setBit } from './bits.js';
import { COLLATIONS, collationFor, compareTexts, hasLetters, isPlain, loosely } from './collations.js';
import { COLUMN_READINGS, type ColumnReading } from './column-readings.js';
import { CORES, type Core, compareValues, isApart, readAs, storedFor, type Value } from './compare-values.js';
import { appliesTo, isNullLiteral } from './evaluate.js';
import { type NullPolicy, nullOutcome } from './null-policies.js';
import { orNull } from './or-null.js';
import type { Column, Table } from './table.js';
import { anyOf, NO, negate, negateAll, type Outcome, type Truth, truthOf, UNKNOWN, YES } from './truth.js';

/**
 * Readings of a column with the same outcome of a comparison: the outcome by row, except for nulls, and that of a
 * stored null.
 */
interface LeafClass {
  readonly truth: Truth;
  /** The outcome for a stored null; undefined if the null policy decides. */
  readonly ofNull: Outcome | undefined;
}

/** A basic comparison on a column: the classes of readings that agree on it. */
interface CoreClasses {
  readonly classes: readonly LeafClass[];
  /** The class of each reading in `COLUMN_READINGS` of the type. */
  readonly classOf: readonly number[];
}

/** A cache of basic comparisons: filters use the same values repeatedly. */
export type Cores = Map<string, CoreClasses>;

/** At least one comparison. */
export type Comparisons = readonly [Comparison, ...(readonly Comparison[])];

/**
 * A comparison of a filter over a table, or several joined by `-or`: those with texts of one field that no reading
 * confuses with another text. `classOf` is null if nothing is claimed about it, under any reading.
 */
export class Leaf {
  readonly field: string;
  readonly classOf: readonly number[] | null;
  readonly #comparison: Comparison;
  readonly #column: Column | null;
  readonly #core: CoreClasses | null;
  readonly #table: Table;
  readonly #truths = new Map<number, Truth>();

  constructor(table: Table, comparisons: Comparisons, cores: Cores) {
    const [comparison, ...others] = comparisons;
    const { field, operator, literal } = comparison;
    this.field = field;
    this.#comparison = comparison;
    this.#table = table;
    const sought = readAs(literal.type, literal.value);
    const column = table.column(field);
    const claimed = column?.type === literal.type && appliesTo(comparison) && sought !== null && sought.type !== 'odd';
    this.#column = claimed ? column : null;
    if (!claimed) this.#core = null;
    else if (others.length > 0)
      this.#core = itself(
        table,
        column,
        comparisons.flatMap((one) => aloneIn(column, one) ?? []),
      );
    else this.#core = coreClasses(table, column, CORES[operator][0], comparison, sought, cores);
    this.classOf = this.#core?.classOf ?? null;
  }

  /** Comparisons of the same kind have the same outcome under every policy. */
  get policyKind(): string {
    const { operator, literal } = this.#comparison;
    return this.#column === null ? '' : `${operator} ${this.#column.hasNulls} ${literal.value === ''}`;
  }

  /** Policies with the same key give this comparison the same outcome. */
  policyKey(policy: NullPolicy): number {
    if (this.#column === null) return 0;
    if (isNullLiteral(this.#comparison, policy)) return -1;
    return this.#column.hasNulls ? nullOutcome(this.#comparison.operator, policy) : 0;
  }

  /** The outcome by row under a class of readings and a policy. */
  truth(index: number, policy: NullPolicy): Truth {
    const own = this.policyKey(policy);
    // A set of outcomes is less than eight.
    const key = index * 16 + own + 1;
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
    if (!this.#column.hasNulls) return orNull(signed, this.#column, truth);
    const outcome = ofNull === undefined ? ofPolicy : negated ? negate(ofNull) : ofNull;
    const { nulls, unclaimed } = this.#column;
    const flagged = [YES, NO, UNKNOWN].map((flag) => ((outcome & flag) === 0 ? unclaimed : nulls)) as [
      Bits,
      Bits,
      Bits,
    ];
    return anyOf(signed, truthOf(...flagged));
  }
}

function coreClasses(
  table: Table,
  column: Column,
  core: Core,
  { field, literal }: Comparison,
  sought: Value,
  cores: Cores,
): CoreClasses {
  const key = `${core} ${typeof literal.value} ${field.length} ${field} ${literal.value}`;
  let classes = cores.get(key);
  if (classes === undefined) {
    const alone = core === 'equal' ? aloneIn(column, { literal }) : undefined;
    classes = alone === undefined ? classify(table, column, core, sought) : itself(table, column, [alone]);
    cores.set(key, classes);
  }
  return classes;
}

/**
 * Groups the readings of a column by the outcome of a basic comparison. Only values on which readings can differ are
 * compared under each; for the others the first reading represents all.
 */
function classify(table: Table, column: Column, core: Core, sought: Value): CoreClasses {
  const readings = COLUMN_READINGS[column.type];
  const texts: typeof compareTexts = (operator, pair, collation) => compareTexts(operator, pair, collation, table.fold);
  const compare = (value: Value, reading: ColumnReading) => compareValues(core, value, sought, reading, texts);
  const { candidates, settled } = split(column, core, sought, compare);
  const parts = partsOf(column, core, candidates, sought).map(
    (part) => new Part(part, (value, reading) => compare(column.values[value] as Value, reading)),
  );
  const isNoNull = sought.type === 'string' && hasLetters(sought.value);
  const byKey = new Map<string, number>();
  const classes: LeafClass[] = [];
  const classOf = readings.map((reading) => {
    const made = parts.map((part) => part.under(reading));
    const stored = column.hasNulls ? storedFor(column.type, reading) : null;
    const ofNull = stored === null ? undefined : isNoNull ? NO : compare(stored, reading);
    const key = `${ofNull} ${made.map(({ key }) => key).join(' ')}`;
    const same = byKey.get(key);
    if (same !== undefined) return same;
    byKey.set(key, classes.length);
    return classes.push({ truth: truthOfClass(table, column, settled, made), ofNull }) - 1;
  });
  return { classes, classOf };
}

/** The value of a text in a column, if no reading confuses it with another text; else undefined. */
function aloneIn(column: Column, { literal }: Pick<Comparison, 'literal'>): number | undefined {
  if (column.type !== 'string' || literal.type !== 'string') return undefined;
  return column.loose.alone.get(literal.value);
}

/** Whether comparisons of the same field can be one leaf when joined by `-or`. */
export function isOfOneText(table: Table, comparison: Comparison): boolean {
  const column = table.column(comparison.field);
  return comparison.operator === '-eq' && column !== null && aloneIn(column, comparison) !== undefined;
}

/** The classes of texts that no reading confuses with other texts: none of them is a null. */
function itself(table: Table, column: Column, values: readonly number[]): CoreClasses {
  const truth = truthOfClass(table, column, values, []);
  const decided = { truth, ofNull: undefined };
  const classOf = COLUMN_READINGS.string.map(({ nullIs }) => Number(column.hasNulls && nullIs !== 'nothing'));
  return { classes: column.hasNulls ? [decided, { truth, ofNull: NO }] : [decided], classOf };
}

/** Values of a column for which readings with the same `way` have the same outcome. */
interface Alike {
  readonly values: readonly number[];
  readonly way: (reading: ColumnReading) => unknown;
}

/** The outcomes of some values under a reading; equal outcomes have the same key. */
interface Made {
  readonly values: readonly number[];
  readonly outcomes: readonly Outcome[];
  readonly key: number;
}

/** Some values of a column, each compared once for all readings with the same outcome. */
class Part {
  readonly #byWay = new Map<unknown, Made>();
  readonly #byText = new Map<string, Made>();

  constructor(
    private readonly alike: Alike,
    private readonly compare: (value: number, reading: ColumnReading) => Outcome,
  ) {}

  under(reading: ColumnReading): Made {
    const { values, way } = this.alike;
    const known = this.#byWay.get(way(reading));
    if (known !== undefined) return known;
    const outcomes = values.map((value) => this.compare(value, reading));
    const text = outcomes.join('');
    const made = this.#byText.get(text) ?? { values, outcomes, key: this.#byText.size };
    this.#byText.set(text, made);
    this.#byWay.set(way(reading), made);
    return made;
  }
}

/** The folding that ignores trailing spaces, for each folding of plain texts. */
const PADDED = new Map(COLLATIONS.map(({ plain }) => [plain, Symbol()]));

/** Plain texts can be compared in fewer ways than others, so they are handled separately. */
function partsOf(column: Column, core: Core, candidates: readonly number[], sought: Value): Alike[] {
  if (sought.type !== 'string') return [{ values: candidates, way: ({ precision }) => precision }];
  const equal = core === 'equal';
  const { isPlainAt } = column.loose;
  const plain = isPlain(sought.value) ? candidates.filter((index) => isPlainAt[index]) : [];
  const others = plain.length === 0 ? candidates : candidates.filter((index) => !isPlainAt[index]);
  // `-contains` never ignores trailing spaces.
  const own = ({ text }: ColumnReading) => collationFor(equal ? 'equal' : 'contain', text);
  return [
    {
      values: plain,
      way: (one: ColumnReading) => (equal && own(one).padded ? PADDED.get(own(one).plain) : own(one).plain),
    },
    { values: others, way: (one: ColumnReading) => (equal ? own(one) : own(one).folds) },
  ].filter((part) => part.values.length > 0);
}

/** The values on which readings can differ, and the other values for which the comparison holds. */
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
    const { keys, byKey, odd } = column.loose;
    const found = new Set(odd);
    for (const loose of loosely(sought.value)) {
      if (core === 'equal') for (const value of byKey.get(loose.trimEnd()) ?? []) found.add(value);
      else for (const { key, value } of keys) if (key.includes(loose)) found.add(value);
    }
    return { candidates: [...found], settled };
  }
  for (const [index, value] of column.values.entries()) {
    if (value.type === 'odd' || !isApart(value, sought)) candidates.push(index);
    else if (compare(value, plain) === YES) settled.push(index);
  }
  return { candidates, settled };
}

function truthOfClass(table: Table, column: Column, settled: readonly number[], made: readonly Made[]): Truth {
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
  for (const { values, outcomes } of made) {
    for (const [at, value] of values.entries()) if (outcomes[at] !== NO) mark(value, outcomes[at] as Outcome);
  }
  return truthOf(yes, no, unknown);
}
