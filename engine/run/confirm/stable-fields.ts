import type { RecordKind } from '../../../contract/types.js';
import { Inconclusive } from '../../session/signals.js';
import type { WriteCoordinator } from '../../writes/write-coordinator.js';
import type { Result } from '../result.js';
import { placeOf, unconfirmed } from './comparison.js';

/** How many times longer than the longest of the checks records are watched: rare changes must have time to occur. */
const TIMES = 2;
/** Places that the fields of a record do not affect. */
const UNAFFECTED = /^(?:status$|header )/;

/** A confirmed failure of a write check, with the kind of record and those of its fields that it concerns. */
interface Blamed {
  readonly result: Result;
  readonly kind: RecordKind;
  readonly names: readonly string[];
}

/**
 * Confirmed failures of write checks, without the differences in fields that also change while the run writes nothing:
 * before a write is blamed for a field, the field must be stable. All of them are watched together.
 */
export async function onlyStableFields(coordinator: WriteCoordinator, results: readonly Result[]): Promise<Result[]> {
  const blamed = results.flatMap((result) => blamedOf(coordinator, result) ?? []);
  const kinds = [...new Set(blamed.map(({ kind }) => kind))];
  const watched = await Promise.all(
    kinds.map(async (kind) => {
      const own = blamed.filter((one) => one.kind === kind);
      const names = [...new Set(own.flatMap((one) => one.names))];
      const ms = TIMES * Math.max(...own.map(({ result }) => result.durationMs));
      return [kind, await unstableFields(coordinator, kind, names, ms)] as const;
    }),
  );
  const unstable = new Map(watched);
  return results.map((result) => {
    const kind = blamed.find((one) => one.result === result)?.kind;
    const found = kind === undefined ? undefined : unstable.get(kind);
    if (kind === undefined || found === undefined) return result;
    return found instanceof Inconclusive
      ? unconfirmed(result, found.message, result.last, found.blockedBy)
      : without(result, kind, found);
  });
}

async function unstableFields(coordinator: WriteCoordinator, kind: RecordKind, names: readonly string[], ms: number) {
  try {
    return await coordinator.quiet.unstableFields(kind, names, ms);
  } catch (error) {
    if (error instanceof Inconclusive) return error;
    throw error;
  }
}

/** The fields that a failure concerns; `null` if it concerns none. */
function blamedOf(coordinator: WriteCoordinator, result: Result): Blamed | null {
  const kind = result.outcome === 'fail' ? coordinator.kindOf(result.check.operation.id) : null;
  if (kind === null) return null;
  const names = [...new Set(result.evidence.flatMap((one) => fieldsAt(placeOf(one), kind)))];
  return names.length === 0 ? null : { result, kind, names };
}

/** The fields of a record that a place may concern: the one that it ends in, or those of an update if it is a record. */
function fieldsAt(place: string, kind: RecordKind): readonly string[] {
  if (UNAFFECTED.test(place)) return [];
  const last = place.split('/').at(-1) ?? '';
  return last === '' || last === '*' ? [...new Set([...Object.values(kind.members), ...kind.follows])] : [last];
}

function without(result: Result, kind: RecordKind, unstable: ReadonlySet<string>): Result {
  const isUnstable = (name: string) => unstable.has(name);
  const evidence = result.evidence.filter((one) => !fieldsAt(placeOf(one), kind).some(isUnstable));
  if (evidence.length > 0) return { ...result, evidence };
  const names = result.evidence.flatMap((one) => fieldsAt(placeOf(one), kind)).filter(isUnstable);
  const reason = `another client changes ${[...new Set(names)].join(', ')} of ${kind.id} records while the run writes nothing`;
  return { ...result, outcome: 'inconclusive', reason };
}
