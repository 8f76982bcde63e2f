import type { RecordKind } from '../../../contract/types.js';
import type { Evidence } from '../../session/ask-context.js';
import { differing } from '../../session/differing.js';
import type { JsonRecord } from '../../session/page.js';
import { nullIfInconclusive } from '../../session/signals.js';
import { sameJson } from '../../session/validation.js';
import type { KnownWrite } from '../../writes/journal-state.js';
import { isUnexplained } from '../../writes/leftover.js';
import { firstRecords, listedRecords } from '../../writes/listed-records.js';
import { unsettable } from '../../writes/record-fields.js';
import type { WriteCoordinator } from '../../writes/write-coordinator.js';
import type { Result } from '../result.js';
import { damagedFields } from './stable-fields.js';

/** The fewest written records that must have changed alike: another client may have changed one. */
const ALIKE = 2;
/** How improbable it must be that another client chose written records alone, if their new values differ. */
const CHANCE = 0.1;

type Records = ReadonlyMap<string, JsonRecord>;

/** A field that written records lost for good. */
interface LastingField {
  readonly name: string;
  /** Whether another client is no explanation: several have changed, and records that were not written to have kept theirs. */
  readonly isProven: boolean;
}

/**
 * The fields, of some, in which written records alone have changed: at least two to the same new value, or so many that it
 * is no chance. One record that has changed proves nothing, but what it lost is not restored. `before` and `now` are a list
 * before the first write and now.
 */
export function lastingFields(
  names: readonly string[],
  { before, now, written }: { readonly before: Records; readonly now: Records; readonly written: ReadonlySet<string> },
): LastingField[] {
  const pairs = [...before].flatMap(([id, was]) => {
    const is = now.get(id);
    return is === undefined ? [] : [{ was, is, isWritten: written.has(id) }];
  });
  return names.flatMap((name) => {
    const shown = pairs.filter(({ was, is }) => Object.hasOwn(was, name) && Object.hasOwn(is, name));
    const changed = shown.filter(({ was, is }) => differing(was, is, [name]).length > 0);
    const [first] = changed;
    const areAlike = changed.every(({ is }) => sameJson(is[name], first?.is[name]));
    const own = shown.filter(({ isWritten }) => isWritten).length;
    const isShown = areAlike || chanceOf(changed.length, own, shown.length) < CHANCE;
    if (changed.length === 0 || !isShown || !changed.every(({ isWritten }) => isWritten)) return [];
    const isKeptElsewhere = shown.some(({ is, isWritten }) => !isWritten && !sameJson(is[name], first?.is[name]));
    return [{ name, isProven: isKeptElsewhere && changed.length >= ALIKE }];
  });
}

/** How probable it is that so many records, chosen at random, are all among the written ones. */
function chanceOf(count: number, written: number, all: number): number {
  return Array.from({ length: count }, (_unused, at) => (written - at) / (all - at)).reduce(
    (one, next) => one * next,
    1,
  );
}

/** The fields in which records of a kind hold values that no write explains: they are not restored, because another client may have changed them. */
function unexplainedFields({ settlement }: WriteCoordinator, kind: RecordKind): string[] {
  return settlement.left
    .filter((one) => one.kind === kind.id && isUnexplained(one))
    .flatMap(({ fields }) => Object.keys(fields));
}

/**
 * The result of a write check whose failure its re-run did not show: a field that the first write to a record empties has
 * nothing left to lose. That may be a field that an update could set: it is not restored as long as nothing explains its
 * value. The first run counts if it has seen the change in several records, or if the list shows that such a field has
 * changed only in records that the operation wrote to. If it has changed in one alone, or no other record has a value of it, the
 * change is only noted as damage, so that the records are reported as not restored.
 */
export async function lasting(coordinator: WriteCoordinator, first: Result, confirmed: Result): Promise<Result> {
  const kind = coordinator.kindOf(first.check.operation.id);
  if (kind === null || confirmed.outcome !== 'inconclusive' || confirmed.cause) return confirmed;
  const { world, quiet, damage } = coordinator;
  const namesOf = (evidence: readonly Evidence[]) => damagedFields(world, { ...first, evidence }, kind);
  const replicated = new Set(namesOf(first.evidence.filter(({ difference }) => difference.replicated)));
  const left = new Set(unexplainedFields(coordinator, kind));
  const blamed = namesOf(first.evidence);
  const names = [...new Set([...unsettable(kind, blamed), ...blamed.filter((name) => left.has(name))])];
  const found = [
    ...[...replicated].map((name) => ({ name, isProven: true })),
    ...(await listedFields(
      coordinator,
      first.check,
      kind,
      names.filter((name) => !replicated.has(name)),
    )),
  ];
  if (found.length === 0) return confirmed;
  const unstable = await quiet
    .unstableFields(
      kind,
      found.map(({ name }) => name),
      first.durationMs,
    )
    .catch(nullIfInconclusive);
  const stable = unstable === null ? [] : found.filter(({ name }) => !unstable.has(name));
  damage.record(
    kind,
    stable.map(({ name }) => name),
  );
  const proven = new Set(stable.filter(({ isProven }) => isProven).map(({ name }) => name));
  const evidence = first.evidence.filter((one) => namesOf([one]).some((name) => proven.has(name)));
  return evidence.length === 0 ? confirmed : { ...first, evidence };
}

/** The fields, of some, that the list shows to have changed for good in records that the operation of a check wrote to. */
async function listedFields(
  { world, journal }: WriteCoordinator,
  check: Result['check'],
  kind: RecordKind,
  names: readonly string[],
): Promise<LastingField[]> {
  if (names.length === 0) return [];
  const now = await listedRecords(world, kind).catch(nullIfInconclusive);
  if (now === null) return [];
  const before = new Map((await firstRecords(world, kind)).map((one) => [String(one.id), one]));
  // A bulk update of all records reaches each of them, and is mostly not what changed a field.
  const isOwn = ({ operation, wide }: KnownWrite) => operation === check.operation.id && wide !== true;
  const touched = journal.state.touched().filter((one) => one.kind === kind.id && one.all.some(isOwn));
  return lastingFields(names, { before, now: now.items, written: new Set(touched.map(({ id }) => id)) });
}
