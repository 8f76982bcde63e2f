import type { Acceptance, BaselineEntry, Check, RunReport } from '../../schemas/generated/touchstone.js';
import { type CheckName, concerns } from './concerns.js';
import { pattern } from './pattern.js';

interface Held {
  readonly entry: BaselineEntry;
  readonly expired: boolean;
  readonly concerns: (check: CheckName) => boolean;
  readonly takes: (at: string) => boolean;
  /** The checks in which it has accepted something. */
  readonly accepts: Set<string>;
}

/** The entries of a baseline at work in one run; it notes what each of them accepts. */
export class Acceptances {
  readonly #held: readonly Held[];

  /** @param now an entry holds until the end of its last day in UTC */
  constructor(entries: readonly BaselineEntry[], now: Date) {
    const today = now.toISOString().slice(0, 10);
    this.#held = entries.map((entry) => ({
      entry,
      expired: entry.expires < today,
      concerns: concerns(entry),
      takes: pattern(entry.finding),
      accepts: new Set(),
    }));
  }

  /** Why a difference of a check is accepted; `undefined` where it is not. Every entry that takes it is in use. */
  of(check: CheckName, at: string): Acceptance | undefined {
    const taking = this.#held.filter((held) => !held.expired && held.concerns(check) && held.takes(at));
    for (const { accepts } of taking) accepts.add(check.id);
    const [first] = taking;
    if (first === undefined) return undefined;
    const { reason, ticket, expires } = first.entry;
    return { reason, ...(ticket !== undefined && { ticket }), expires };
  }

  /**
   * What came of each entry. Every check that it concerns and that was decided is to show a difference for it to accept:
   * otherwise a pattern could outlive what it was written for, and excuse what breaks later.
   */
  review(checks: readonly Check[]): NonNullable<RunReport['baseline']>['entries'] {
    return this.#held.map(({ entry, expired, concerns, accepts }) => {
      const decided = checks.filter(
        (check) => concerns(check) && (check.outcome === 'pass' || check.outcome === 'fail'),
      );
      const fixed = expired ? [] : decided.filter(({ id }) => !accepts.has(id)).map(({ id }) => id);
      return { ...entry, expired, accepts: [...accepts], fixed };
    });
  }
}
