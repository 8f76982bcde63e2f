import type { RecordKind } from '../../contract/types.js';
import type { JsonRecord } from '../session/page.js';
import type { OwnValues } from './own-values.js';
import { isWhole, missingIn } from './record-fields.js';

/** The maximum number of records that are written to in order to learn this. */
const MOST = 4;

interface Means {
  readonly ownValues: Pick<OwnValues, 'accepted' | 'keeps'>;
  /** Reads a record as it is now, for the journal too; `null` if it is not as it was, or cannot be written to. */
  readonly take: (id: string) => Promise<JsonRecord | null>;
  /** Whether the first record may lack values, and no other: what a target stores for null instead could not be undone. */
  readonly mayRisk: boolean;
}

/** What a target does with null for members of an update. */
export interface NullsLearned {
  /** The fields that null removes (RFC 7396). */
  readonly removable: ReadonlySet<string>;
  /** The ids of records without some values that stay as they are where an update sends their own, null for those they lack. */
  readonly stable: ReadonlySet<string>;
}

/**
 * Learns which members of an update null removes, so that records without a value of them can be restored. Each one
 * is removed from a record that has it, which is restored, so that a target which stores something else for null damages nothing.
 */
export async function removableMembers(
  kind: RecordKind,
  records: readonly JsonRecord[],
  { ownValues, take, mayRisk }: Means,
): Promise<NullsLearned> {
  const removable = new Set<string>();
  const stable = new Set<string>();
  const left = new Set(records.flatMap((record) => missingIn(kind, record)));
  const unknownIn = (record: JsonRecord) => missingIn(kind, record).filter((name) => !removable.has(name)).length;
  const shownBy = (record: JsonRecord) => [...left].filter((name) => !missingIn(kind, record).includes(name));
  let untried = records;
  let risked = !mayRisk;
  for (let tried = 0; tried < MOST; tried += 1) {
    const [next] = untried
      .filter((record) => !risked || (shownBy(record).length > 0 && unknownIn(record) === 0))
      .toSorted((one, other) => unknownIn(one) - unknownIn(other));
    if (next === undefined) break;
    untried = untried.filter((record) => record !== next);
    const id = String(next.id);
    risked ||= unknownIn(next) > 0;
    const own = await take(id);
    if (own === null || (await ownValues.accepted(id, own)) === null) continue;
    risked = true;
    if (missingIn(kind, own).length > 0) stable.add(id);
    for (const name of shownBy(next)) {
      const record = await take(id);
      if (record === null) break;
      left.delete(name);
      if (await ownValues.keeps(id, record, name, null)) removable.add(name);
    }
  }
  return { removable, stable };
}

/** So many records are enough for most checks. */
const NAMED = 6;

/**
 * The ids of records of which a user has to name all for null to be tried for what they lack, those that it is tried with first;
 * none if they would not do.
 */
export async function worthNaming(kind: RecordKind, records: readonly JsonRecord[]): Promise<readonly string[]> {
  const tried = new Set<JsonRecord>();
  const take = async (id: string) => {
    const record = records.find((one) => String(one.id) === id) ?? null;
    if (record !== null) tried.add(record);
    return record;
  };
  // As it would be with a target that removes what null is sent for.
  const ownValues: Means['ownValues'] = { accepted: async () => ({}), keeps: async () => true };
  const { removable } = await removableMembers(kind, records, { ownValues, take, mayRisk: true });
  const usable = records.filter((record) => isWhole(kind, record, removable));
  if (usable.length === 0) return [];
  return [...new Set([...tried, ...usable])].slice(0, Math.max(NAMED, tried.size)).map(({ id }) => String(id));
}
