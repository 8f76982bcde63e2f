import { concerns } from '../../engine/report/baseline/concerns.js';
import { type EntryPart, narrowedEntry, partsOf } from '../../engine/report/baseline/entry-parts.js';
import { pattern } from '../../engine/report/baseline/pattern.js';
import type { BaselineEntry, RunReport } from '../../schemas/generated/touchstone.js';
import { type CheckDifference, differencesOf } from './differences-of.js';

/** An entry before and after a later run. */
export interface RenewedEntry {
  readonly was: BaselineEntry;
  /** The entry without what is no longer found: `null` if nothing is left, the same object if nothing changed. */
  readonly is: BaselineEntry | null;
  /** The findings that are gone, by check. */
  readonly gone: readonly EntryPart[];
}

/** A baseline before and after a later run. */
export interface Renewal {
  readonly entries: readonly RenewedEntry[];
  /** The differences of the run that no entry names, expired entries included. */
  readonly added: readonly CheckDifference[];
}

/**
 * Compares a baseline with a run. An entry keeps what the run found again and what was inconclusive. If only some checks
 * of a pattern still fail, the pattern becomes a list of those checks, so that it accepts nothing that passed.
 */
export function renewBaseline(entries: readonly BaselineEntry[], report: RunReport): Renewal {
  const differences = differencesOf(report);
  const takers = entries.flatMap((entry) =>
    partsOf(entry).map((part) => ({ concerns: concerns(part, entry.level), takes: pattern(part.finding) })),
  );
  return {
    entries: entries.map((entry) => renewed(entry, report, differences)),
    added: differences.filter(({ check, at }) => !takers.some((one) => one.concerns(check) && one.takes(at))),
  };
}

function renewed(was: BaselineEntry, { checks }: RunReport, differences: readonly CheckDifference[]): RenewedEntry {
  const kept: EntryPart[] = [];
  const gone: EntryPart[] = [];
  for (const part of partsOf(was)) {
    const takes = pattern(part.finding);
    const shown = new Set(differences.filter(({ at }) => takes(at)).map(({ check }) => check.id));
    const named = checks.filter(concerns(part, was.level));
    const over = named.filter(({ id, outcome }) => (outcome === 'pass' || outcome === 'fail') && !shown.has(id));
    const still = named.filter((check) => !over.includes(check));
    gone.push(...over.map(({ id }) => ({ check: id, finding: part.finding })));
    kept.push(...(over.length === 0 ? [part] : still.map(({ id }) => ({ check: id, finding: part.finding }))));
  }
  if (gone.length === 0) return { was, is: was, gone };
  return { was, is: kept.length === 0 ? null : narrowedEntry(was, kept), gone };
}
