import type { RecordKind } from '../../../contract/types.js';
import { differing } from '../../session/differing.js';
import type { JsonRecord } from '../../session/page.js';
import { nullIfInconclusive } from '../../session/signals.js';
import { sameJson } from '../../session/validation.js';
import { isUnexplained } from '../../writes/leftover.js';
import { firstRecords, listedRecords } from '../../writes/listed-records.js';
import { unsettable } from '../../writes/record-fields.js';
import type { WriteCoordinator } from '../../writes/write-coordinator.js';
import type { Result } from '../result.js';
import { damagedFields } from './stable-fields.js';

/** The fewest written records that must have changed alike: another client may have changed one. */
const ALIKE = 2;

type Records = ReadonlyMap<string, JsonRecord>;

/** A field that written records lost for good, and whether records that were not written to have kept theirs. */
interface LastingField {
  readonly name: string;
  readonly isKeptElsewhere: boolean;
}

/**
 * The fields, of some, that at least two written records have with the same new value now, and that no other record has
 * changed. `before` and `now` are a list before the first write and now.
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
    const areAlike = changed.every(({ is, isWritten }) => isWritten && sameJson(is[name], first?.is[name]));
    if (changed.length < ALIKE || !areAlike) return [];
    const isKeptElsewhere = shown.some(({ is, isWritten }) => !isWritten && !sameJson(is[name], first?.is[name]));
    return [{ name, isKeptElsewhere }];
  });
}

/** The fields in which records of a kind hold values that no write explains: they are not restored, because another client may have changed them. */
function unexplainedFields({ left }: WriteCoordinator, kind: RecordKind): string[] {
  return left.filter((one) => one.kind === kind.id && isUnexplained(one)).flatMap(({ fields }) => Object.keys(fields));
}

/**
 * The result of a write check whose failure its re-run did not show: a field that the first write to a record empties has
 * nothing left to lose. That may be a field that an update could set: it is not restored as long as nothing explains its value. If the list shows that such a field has changed in the written records alone, the first run counts.
 * If no other record has a value of it, the change is only noted as damage, so that the records are reported as not restored.
 */
export async function lasting(coordinator: WriteCoordinator, first: Result, confirmed: Result): Promise<Result> {
  const kind = coordinator.kindOf(first.check.operation.id);
  if (kind === null || confirmed.outcome !== 'inconclusive' || confirmed.cause) return confirmed;
  const { world, journal, quiet, damage } = coordinator;
  const blamed = damagedFields(world, first, kind);
  const left = new Set(unexplainedFields(coordinator, kind));
  const names = [...new Set([...unsettable(kind, blamed), ...blamed.filter((name) => left.has(name))])];
  if (names.length === 0) return confirmed;
  const now = await listedRecords(world, kind).catch(nullIfInconclusive);
  if (now === null) return confirmed;
  const before = new Map((await firstRecords(world, kind)).map((one) => [String(one.id), one]));
  const reached = journal.state.reached().filter((one) => one.kind === kind.id);
  const written = new Set(reached.map(({ id }) => id));
  const found = lastingFields(names, { before, now: now.items, written });
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
  const proven = new Set(stable.filter(({ isKeptElsewhere }) => isKeptElsewhere).map(({ name }) => name));
  const evidence = first.evidence.filter((one) =>
    damagedFields(world, { ...first, evidence: [one] }, kind).some((name) => proven.has(name)),
  );
  return evidence.length === 0 ? confirmed : { ...first, evidence };
}
