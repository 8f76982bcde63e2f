/** After so many updates of a kind of record that did not set a field, and none that did, the target ignores it. */
const ENOUGH = 3;

/** The fields, by kind of record, that accepted updates did not restore. */
export class IgnoredFields {
  readonly #counts = new Map<string, number>();

  /** Records what an accepted update has left of fields that it should have restored. */
  record(kind: string, names: readonly string[], left: readonly string[]): void {
    for (const name of names) {
      const key = `${kind} ${name}`;
      this.#counts.set(key, left.includes(name) ? (this.#counts.get(key) ?? 0) + 1 : 0);
    }
  }

  /** Whether updates are known not to set any of these fields. */
  has(kind: string, names: readonly string[]): boolean {
    return names.length > 0 && names.every((name) => (this.#counts.get(`${kind} ${name}`) ?? 0) >= ENOUGH);
  }
}
