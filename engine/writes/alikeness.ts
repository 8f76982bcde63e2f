import type { JsonRecord } from '../session/page.js';

/** A field or two fields, by name. */
type Names = string;

/** How much more one field in common counts than two: a target that does not find a record by its id most likely finds it by its name. */
const ONE_FIELD = 20;

/** Texts that say nothing of what a record has in common with others. */
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/**
 * What the records of a list have in common: the same text in a field, or the same two texts in two fields. A target that
 * finds the record of a write by such fields instead of its id changes other records in its place, or in addition.
 */
export class Alikeness {
  /** By fields and their texts, the ids of the records that have them. */
  readonly #groups = new Map<string, string[]>();
  /** By id, the groups of the record by the names of their fields. */
  readonly #own = new Map<string, ReadonlyMap<Names, string>>();

  constructor(listed: readonly JsonRecord[]) {
    // A text may be long, so each is in the key of a group as a number.
    const numbers = new Map<string, number>();
    const numberOf = (text: string) => {
      const known = numbers.get(text) ?? numbers.size;
      numbers.set(text, known);
      return known;
    };
    for (const record of listed) {
      const id = String(record.id);
      const own = groupsOf(record, numberOf);
      this.#own.set(id, own);
      for (const key of own.values()) {
        const group = this.#groups.get(key) ?? [];
        this.#groups.set(key, group);
        group.push(id);
      }
    }
  }

  /**
   * A few of the records that have as many fields and pairs of fields as possible in common with records that are not
   * chosen: each record adds the most to those before it, and the first of equal ones is chosen.
   */
  choose<One extends { readonly id?: unknown }>(records: readonly One[], count: number): One[] {
    const chosen: One[] = [];
    while (chosen.length < Math.min(count, records.length)) {
      let best: { readonly one: One; readonly common: number } | undefined;
      for (const one of records.filter((candidate) => !chosen.includes(candidate))) {
        const common = this.#commonOf([...chosen, one].map(({ id }) => String(id)));
        if (best === undefined || common > best.common) best = { one, common };
      }
      if (best !== undefined) chosen.push(best.one);
    }
    return chosen;
  }

  /** The fields and pairs of fields that some of these records have in common with some other record, by their weight. */
  #commonOf(ids: readonly string[]): number {
    const common = new Map<Names, number>();
    for (const id of ids) {
      for (const [names, key] of this.#own.get(id) ?? []) {
        if (!common.has(names) && this.#groups.get(key)?.some((other) => !ids.includes(other)))
          common.set(names, names.includes(' ') ? 1 : ONE_FIELD);
      }
    }
    return [...common.values()].reduce((sum, weight) => sum + weight, 0);
  }
}

/** The texts and pairs of texts of a record, by the names of their fields. */
function groupsOf(record: JsonRecord, numberOf: (text: string) => number): ReadonlyMap<Names, string> {
  const texts = Object.entries(record).flatMap(([name, value]) =>
    name !== 'id' && isText(value) ? [{ name, key: `${name} ${numberOf(value)}` }] : [],
  );
  const groups = new Map<Names, string>();
  for (const [index, one] of texts.entries()) {
    groups.set(one.name, one.key);
    for (const other of texts.slice(index + 1)) groups.set(`${one.name} ${other.name}`, `${one.key} ${other.key}`);
  }
  return groups;
}
