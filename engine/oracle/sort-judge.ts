import type { SortKey } from '../../contract/query-language.js';
import type { Difference } from './filter-judge.js';
import { cheapest, digitsOf, type Evidence, type Settled, settle } from './settle.js';
import { classifyKey, type KeyClasses, orderAt } from './sort-key.js';
import { USUAL } from './sort-readings.js';
import type { Column, Table } from './table.js';

/** All readings of every type. */
const ALL: typeof USUAL = { string: Infinity, number: Infinity, boolean: Infinity, date: Infinity };

/** The maximum number of combinations of readings for one sort; keys beyond it are not judged. */
const COMBINATIONS = 4000;

/** The response to a sort: identities in order. */
export interface SortAnswer {
  readonly keys: readonly SortKey[];
  readonly ids: readonly string[];
  /** The identities that a complete response must contain, each once; null if only some pages were read. */
  readonly among: readonly string[] | null;
}

/** Two neighbours in the wrong order, by identity, and the key that they violate. */
export interface Disorder {
  readonly key: SortKey;
  readonly before: string;
  readonly after: string;
  /** The index of the first of them in the response. */
  readonly at: number;
}

/** A wrong response to a sort: its index, what is missing or extra, and where it is first out of order. */
export interface SortAccusation extends Difference {
  readonly index: number;
  readonly disorder: Disorder | null;
}

export interface SortVerdict {
  readonly wrong: readonly SortAccusation[];
  readonly settled: Settled;
}

interface Case extends Evidence {
  readonly answer: SortAnswer;
  readonly keys: readonly SortKey[];
  readonly classes: readonly KeyClasses[];
  /** The index in the response of each judged row. */
  readonly places: readonly number[];
  readonly difference: Difference;
}

/**
 * Judges all responses of a target to sorts of one list together: see `settle`. Each must contain the expected records,
 * each once, in an order by its keys that one reading of each field explains; ties may be in any order. A key about
 * which nothing can be claimed ends the judged keys.
 */
export class SortJudge {
  readonly #table: Table;
  readonly #answers: SortAnswer[] = [];

  constructor(table: Table) {
    this.#table = table;
  }

  /** Adds a response as evidence; returns the index that `verdict` uses for it. */
  add(answer: SortAnswer): number {
    return this.#answers.push(answer) - 1;
  }

  /** The verdict on all responses so far; a response that any known reading explains is not wrong. */
  verdict(): SortVerdict {
    const usual = this.#verdict(USUAL);
    return usual.wrong.length === 0 ? { ...usual, settled: { ...usual.settled, usual: true } } : this.#verdict(ALL);
  }

  #verdict(counts: typeof USUAL): SortVerdict {
    const cases = this.#answers.map((answer) => this.#caseOf(answer, counts));
    const settled = settle(cases, 1);
    const wrong = cases.flatMap((own, index) => {
      const found = accusation(own, settled);
      return found === null ? [] : [{ index, ...found }];
    });
    return { wrong, settled };
  }

  /** What is wrong with one more response under settled readings, or null; it is not added as evidence. */
  difference(answer: SortAnswer, settled: Settled): Omit<SortAccusation, 'index'> | null {
    return accusation(this.#caseOf(answer, settled.usual === true ? USUAL : ALL), settled);
  }

  #caseOf(answer: SortAnswer, readings: typeof USUAL): Case {
    const rows: number[] = [];
    const places: number[] = [];
    for (const [place, id] of answer.ids.entries()) {
      const [row, ...others] = this.#table.rowsOf(id);
      if (row === undefined || others.length > 0) continue;
      rows.push(row);
      places.push(place);
    }
    const { keys, classes } = this.#classify(answer.keys, rows, readings);
    const counts = classes.map((own) => own.classes.length);
    const size = counts.reduce((product, count) => product * count, 1);
    const difference = compareSets(answer);
    const lost = difference.missing.length + difference.extra.length + difference.repeated.length;
    const cost = Int32Array.from({ length: size }, (_unused, index) => {
      return lost + countDisorders(classes, digitsOf(index, counts), rows.length);
    });
    return {
      fields: keys.map(({ field }) => field),
      classOf: classes.map(({ classOf }) => classOf),
      counts,
      policyClassOf: [0],
      cost,
      answer,
      keys,
      classes,
      places,
      difference,
    };
  }

  /** The keys that can be judged, with the order of the neighbours that earlier keys leave tied, by reading. */
  #classify(all: readonly SortKey[], rows: readonly number[], readings: typeof USUAL) {
    const keys: SortKey[] = [];
    const classes: KeyClasses[] = [];
    let places = rows.slice(1).map((_row, place) => place);
    let combinations = 1;
    for (const key of all) {
      if (keys.some(({ field }) => field === key.field)) continue;
      const column: Column | null = this.#table.column(key.field);
      if (column === null) break;
      const own = classifyKey(column, key, { rows, places }, readings[column.type]);
      combinations *= own.classes.length;
      if (combinations > COMBINATIONS) break;
      keys.push(key);
      classes.push(own);
      places = places.filter((place) => own.classes.some((_orders, index) => orderAt(own, index, place) === 'same'));
    }
    return { keys, classes };
  }
}

/** The pairs out of order for a choice of classes, each identified by the index of its first element, and the key. */
function eachDisorder(
  classes: readonly KeyClasses[],
  chosen: readonly number[],
  length: number,
  tell: (place: number, key: number) => void,
): void {
  for (let place = 0; place < length - 1; place += 1) {
    for (let key = 0; key < classes.length; key += 1) {
      const outcome = orderAt(classes[key] as KeyClasses, chosen[key] as number, place);
      if (outcome === 'after') tell(place, key);
      if (outcome !== 'same') break;
    }
  }
}

function countDisorders(classes: readonly KeyClasses[], chosen: readonly number[], length: number): number {
  let count = 0;
  eachDisorder(classes, chosen, length, () => {
    count += 1;
  });
  return count;
}

function accusation(own: Case, { readings }: Settled): Omit<SortAccusation, 'index'> | null {
  const { cost, classes } = cheapest(own, 0, readings);
  if (cost === 0) return null;
  const { ids } = own.answer;
  const found: { place: number; key: number }[] = [];
  eachDisorder(own.classes, classes, own.places.length, (place, key) => found.push({ place, key }));
  const [first] = found;
  if (first === undefined) return { ...own.difference, disorder: null };
  const [at, next] = [own.places[first.place] as number, own.places[first.place + 1] as number];
  const key = own.keys[first.key] as SortKey;
  return { ...own.difference, disorder: { key, before: ids[at] as string, after: ids[next] as string, at } };
}

/** What is missing, extra or repeated in a response, by how often each identity must occur. */
function compareSets({ ids, among }: SortAnswer): Difference {
  if (among === null) return { missing: [], extra: [], repeated: [] };
  const left = new Map<string, number>();
  for (const id of among) left.set(id, (left.get(id) ?? 0) + 1);
  const known = new Set(among);
  for (const id of ids) left.set(id, (left.get(id) ?? 0) - 1);
  const those = (test: (count: number, id: string) => boolean) =>
    [...left].flatMap(([id, count]) => (test(count, id) ? [id] : []));
  return {
    missing: those((count) => count > 0),
    extra: those((_count, id) => !known.has(id)),
    repeated: those((count, id) => count < 0 && known.has(id)),
  };
}
