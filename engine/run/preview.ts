import type { RecordKind } from '../../contract/types.js';
import type { Client } from '../client/client.js';
import { unboundedLedger } from '../session/request-ledger.js';
import { Session } from '../session/session.js';
import { Inconclusive } from '../session/signals.js';
import { type Interface, World } from '../session/world.js';
import type { Target } from '../target/target.js';
import { writableRecords } from '../writes/writable-records.js';
import { assertFixtures } from './fixtures/assert-fixtures.js';
import type { PlannedCheck } from './plan.js';
import { isWrite } from './rule.js';

/** What a run would write to. */
export interface WritePreview {
  /** The checks that would write. */
  readonly checks: number;
  readonly kinds: readonly {
    readonly kind: string;
    /** The chosen records, which is the most that is written to. */
    readonly ids: readonly string[];
    /** Whether bulk updates of the whole collection would be sent too. */
    readonly all: boolean;
    /** Why no record could be chosen; `null` if some are. */
    readonly problem: string | null;
  }[];
  /** What would be removed permanently; `null` if that is not allowed. */
  readonly removed: { readonly from: string; readonly ids: readonly string[] } | null;
}

/**
 * Determines by reads alone which records a run would write to. Throws a UsageError for given ids that the target does
 * not have.
 */
export async function preview(
  target: Target,
  client: Client,
  described: Interface,
  selected: readonly PlannedCheck[],
): Promise<WritePreview> {
  const world = new World(new Session(target, client, unboundedLedger(), () => undefined), described);
  const checks = selected.filter(({ rule }) => isWrite(rule));
  await assertFixtures(world, checks);
  const of = ({ update, bulk }: RecordKind) =>
    checks.filter(({ operation: { id } }) => id === update || id === bulk.operation);
  const kinds = described.kinds.filter((kind) => of(kind).length > 0);
  const { removal } = described;
  const removes = checks.some(({ operation }) => operation.id === removal.operation);
  return {
    checks: checks.length,
    kinds: await Promise.all(
      kinds.map(async (kind) => ({
        kind: kind.id,
        all: of(kind).some(({ rule }) => isWrite(rule) && rule.records === 'all'),
        ...(await chosen(world, kind)),
      })),
    ),
    removed: removes
      ? {
          from: target.fixtures[removal.from.fixture] ?? '',
          ids: (target.fixtures[removal.removed.fixture] ?? '').split(',').map((id) => id.trim()),
        }
      : null,
  };
}

async function chosen(world: World, kind: RecordKind): Promise<{ ids: readonly string[]; problem: string | null }> {
  try {
    const ids = (await writableRecords(world, kind)).map(({ id }) => String(id));
    return { ids, problem: ids.length > 0 ? null : 'found no record that can be restored' };
  } catch (error) {
    if (error instanceof Inconclusive) return { ids: [], problem: error.message };
    throw error;
  }
}
