import type { RecordKind } from '../../contract/types.js';
import type { KnownWrite } from './journal-state.js';
import type { Fields } from './record-fields.js';
import { isSame } from './same-value.js';

/** Another client does not give as many records exactly the flags of one bulk update of the run. */
const MANY = 10;

/** A record that has changed although no write names it. */
interface UnnamedChange {
  readonly names: readonly string[];
  readonly now: Fields;
}

/**
 * The bulk updates of a run, each with the values that at least ten records have now that no write names: it certainly
 * changed these too.
 */
export function bulkUpdatesOfMany(
  kind: RecordKind,
  writes: Iterable<KnownWrite>,
  changes: readonly UnnamedChange[],
): KnownWrite[] {
  const bulk = [...new Set(writes)].filter(({ operation }) => operation === kind.bulk.operation);
  return bulk.filter((write) => changes.filter((change) => explains(write, change)).length >= MANY);
}

/** Whether a write sent all values that have changed. */
export function explains({ sent }: KnownWrite, { names, now }: UnnamedChange): boolean {
  return names.every((name) => name in sent && isSame(sent[name], now[name]));
}
