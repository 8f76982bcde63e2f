import type { RecordKind } from '../../contract/types.js';
import { baseUrlOf, parseBaseUrl, type Target } from '../target/target.js';
import { UsageError } from '../target/usage-error.js';
import { bindingDigests } from './binding-digests.js';
import type { RunEntry } from './journal-entry.js';

/**
 * Throws a UsageError if a target is not configured as in the run of a journal: another base URL, other bindings of the
 * operations that restore records, or another scope of bulk updates.
 */
export function assertTargetOfRun(
  run: RunEntry,
  target: Target,
  bulkScope: string,
  kinds: readonly RecordKind[],
  file: string,
): void {
  const baseUrl = baseUrlOf(parseBaseUrl(run.baseUrl));
  if (target.baseUrl !== baseUrl) {
    throw new UsageError(
      `${file} belongs to a run on ${baseUrl}, but the base URL given is ${target.baseUrl}`,
      'Nothing was sent. Give the base URL of the run.',
    );
  }
  const own = bindingDigests(target);
  const needed = kinds.flatMap(({ read, update, bulk }) => [read, update, bulk.operation, bulk.task]);
  const [other] = needed.filter((id) => digestOf(own, id) !== digestOf(run.bindings, id));
  if (other !== undefined) {
    throw new UsageError(
      `${file} belongs to a run with a different binding of ${other}`,
      digestOf(run.bindings, other) === undefined
        ? `Nothing was sent. Remove the binding of ${other}.`
        : `Nothing was sent. Give the binding of the run: --bind '${other}=METHOD /path'.`,
    );
  }
  if (run.bulkScope === bulkScope) return;
  throw new UsageError(
    `${file} belongs to a run with --bulk-scope ${JSON.stringify(run.bulkScope)}, but the scope given is ${JSON.stringify(bulkScope)}`,
    'Nothing was sent. Give the scope of the run.',
  );
}

function digestOf(digests: Readonly<Record<string, string>>, id: string): string | undefined {
  return Object.hasOwn(digests, id) ? digests[id] : undefined;
}
