import type { JsonRecord } from '../../../engine/session/page.js';
import type { TextEquality } from './together.js';

/** Values of records, each of which selects a record that none of the others does; none selects those of `spared`. */
export class SeparateValues {
  readonly #chosen: (readonly JsonRecord[])[] = [];
  readonly #times = new Map<JsonRecord, number>();

  constructor(
    private readonly items: readonly JsonRecord[],
    private readonly spared: TextEquality,
  ) {}

  /** Adds the first of some values that suits those before it; empty if none does. */
  add(values: readonly TextEquality[]): TextEquality[] {
    const found = values.find((one) => this.#take(this.#holders(one)));
    return found === undefined ? [] : [found];
  }

  #holders({ field, value }: TextEquality): JsonRecord[] {
    return this.items.filter((item) => item[field] === value);
  }

  #take(holders: readonly JsonRecord[]): boolean {
    const { field, value } = this.spared;
    if (holders.length === 0 || holders.some((item) => item[field] === value)) return false;
    this.#count(holders, 1);
    const all = [...this.#chosen, holders];
    const isFit = all.every((one) => one.some((item) => this.#times.get(item) === 1));
    if (isFit) this.#chosen.push(holders);
    else this.#count(holders, -1);
    return isFit;
  }

  #count(holders: readonly JsonRecord[], by: number): void {
    for (const item of holders) this.#times.set(item, (this.#times.get(item) ?? 0) + by);
  }
}
