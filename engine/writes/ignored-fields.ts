import type { RejectedValues } from './own-values.js';

/** After so many updates of a kind of record that did not set a field, and none that did, the target ignores it. */
const ENOUGH = 3;

/** The fields, by kind of record, that accepted updates did not restore. */
export class IgnoredFields {
  readonly #counts = new Map<string, number>();
  readonly #updates = new Map<string, RejectedValues[]>();

  /** Records an accepted update, the fields that it should have restored, and those that it has not. */
  record(kind: string, update: RejectedValues, due: readonly string[], left: readonly string[]): void {
    for (const name of due) {
      const key = `${kind} ${name}`;
      this.#counts.set(key, left.includes(name) ? (this.#counts.get(key) ?? 0) + 1 : 0);
    }
    if (left.length > 0) this.#updates.set(kind, [...this.updates(kind), update]);
  }

  /** Whether updates are known not to set any of these fields. */
  has(kind: string, names: readonly string[]): boolean {
    return names.length > 0 && names.every((name) => (this.#counts.get(`${kind} ${name}`) ?? 0) >= ENOUGH);
  }

  /** The accepted updates of a kind of record that were not applied, or not completely. */
  updates(kind: string): readonly RejectedValues[] {
    return this.#updates.get(kind) ?? [];
  }
}
