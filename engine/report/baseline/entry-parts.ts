import type { BaselineEntry } from '../../../schemas/generated/touchstone.js';

/** A pattern of checks, and a pattern of the places of their differences. */
export interface EntryPart {
  readonly check: string;
  readonly finding: string;
}

/** The pairs of check and place that an entry accepts; empty if it has neither or both of the two forms. */
export function partsOf({ check, finding, findings }: BaselineEntry): EntryPart[] {
  if (findings === undefined) return check === undefined || finding === undefined ? [] : [{ check, finding }];
  if (check !== undefined || finding !== undefined) return [];
  return Object.entries(findings).flatMap(([name, places]) => places.map((place) => ({ check: name, finding: place })));
}

/** An entry that accepts exactly these parts, in the shorter of the two forms. */
export function entryOf(
  parts: readonly EntryPart[],
  rest: Omit<BaselineEntry, keyof EntryPart | 'findings'>,
): BaselineEntry {
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return { check: only.check, finding: only.finding, ...rest };
  return { ...rest, findings: findingsOf(parts) };
}

/** An entry reduced to some of its parts, in its current form if possible. */
export function narrowedEntry(entry: BaselineEntry, parts: readonly EntryPart[]): BaselineEntry {
  const { check, finding, findings, ...rest } = entry;
  return findings === undefined ? entryOf(parts, rest) : { ...rest, findings: findingsOf(parts) };
}

function findingsOf(parts: readonly EntryPart[]): NonNullable<BaselineEntry['findings']> {
  const findings: NonNullable<BaselineEntry['findings']> = {};
  for (const { check, finding } of parts)
    findings[check] = [...(findings[check] ?? []), finding] as [string, ...string[]];
  return findings;
}
