import type { Comparison } from '../../../contract/query-language.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import type { FieldValues } from '../../../generators/values/field-values.js';

/** The comparisons that select single records, by the indexes of these. */
export type Selectors = ReadonlyMap<number, Comparison>;

/** A text that selects a record whatever a target does with white space, quotes or wildcards. */
const PLAIN = /^[A-Za-z0-9](?:[A-Za-z0-9 .@-]*[A-Za-z0-9])?$/;

/** For each record with such a text, the comparison with one that no other record has or has a part of. */
export function selectorsOf(fields: readonly FieldValues[], rows: readonly JsonRecord[]): Selectors {
  const selectors = new Map<number, Comparison>();
  for (const { field, type } of fields) {
    if (type !== 'string') continue;
    const all = rows.map(({ [field]: value }) => String(value).toLowerCase());
    for (const [row, { [field]: value }] of rows.entries()) {
      if (selectors.has(row) || typeof value !== 'string' || !PLAIN.test(value)) continue;
      if (all.filter((other) => other.includes(value.toLowerCase())).length > 1) continue;
      selectors.set(row, { kind: 'comparison', field, operator: '-eq', literal: { type, value } });
    }
  }
  return selectors;
}
