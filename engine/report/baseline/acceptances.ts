import type { Acceptance, BaselineEntry, Check, RunReport } from '../../../schemas/generated/touchstone.js';
import { type CheckName, concerns } from './concerns.js';
import { type EntryPart, partsOf } from './entry-parts.js';
import { pattern } from './pattern.js';

interface Held {
  readonly entry: BaselineEntry;
  readonly part: EntryPart;
  readonly expired: boolean;
  readonly concerns: (check: CheckName) => boolean;
  readonly matchesPlace: (at: string) => boolean;
  /** The checks in which it accepted a difference. */
  readonly accepts: Set<string>;
}

/** Applies the entries of a baseline to one run, and records what each part of them accepts. */
export class Acceptances {
  readonly #held: readonly Held[];

  /** @param now an entry holds until the end of its last day in UTC */
  constructor(entries: readonly BaselineEntry[], now: Date) {
    const today = now.toISOString().slice(0, 10);
    this.#held = entries.flatMap((entry) =>
      partsOf(entry).map((part) => ({
        entry,
        part,
        expired: entry.expires < today,
        concerns: concerns(part, entry.level),
        matchesPlace: pattern(part.finding),
        accepts: new Set<string>(),
      })),
    );
  }

  /** The acceptance of a difference; `undefined` if it is not accepted. Every entry that matches it counts as used. */
  of(check: CheckName, at: string): Acceptance | undefined {
    const taking = this.#held.filter((held) => !held.expired && held.concerns(check) && held.matchesPlace(at));
    for (const { accepts } of taking) accepts.add(check.id);
    const [first] = taking;
    if (first === undefined) return undefined;
    const { reason, ticket, expires } = first.entry;
    return { reason, ...(ticket !== undefined && { ticket }), expires };
  }

  /**
   * What came of each entry, for each pair of checks and places that it names. Every check that it concerns and that was
   * decided is to show a difference for it to accept: otherwise a pattern could outlive what it was written for, and
   * excuse what breaks later. With other random choices a difference may not show, so that nothing follows from that.
   *
   * @param sameChoices whether the run made the random choices of the run that the baseline was made from
   */
  review(checks: readonly Check[], sameChoices = true): NonNullable<RunReport['baseline']>['entries'] {
    return this.#held.map(({ entry, part, expired, concerns, accepts }) => {
      const { level, reason, ticket, expires } = entry;
      const decided = checks.filter(
        (check) => concerns(check) && (check.outcome === 'pass' || check.outcome === 'fail'),
      );
      const fixed = expired || !sameChoices ? [] : decided.filter(({ id }) => !accepts.has(id)).map(({ id }) => id);
      const why = { level, reason, ...(ticket !== undefined && { ticket }), expires };
      return { check: part.check, finding: part.finding, ...why, expired, accepts: [...accepts], fixed };
    });
  }
}
