import { check } from '../../conformance/check.js';
import type { CheckOptions, TargetOptions } from '../../engine/target/options.js';
import { createReference, generateTenant, type ReferenceOptions } from '../../reference/index.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';

/** Small, but with enough applications that have everything that an update must name. */
const tenant = generateTenant({
  seed: 3,
  sizes: { applications: 60, users: 40, subscriptions: 4, agreements: 2, contracts: 2 },
});

/** The rules with writes, and the operations that read what only a write creates. */
const WRITES = ['update*', 'bulkUpdate*', 'delete*', 'get*Task', 'getBulkUpdateUsersSummary'];

interface Given {
  readonly reference?: ReferenceOptions;
  readonly target?: Partial<TargetOptions>;
  readonly options?: CheckOptions;
  /** The number of users that may be removed permanently; default three, the minimum that a user gives. */
  readonly removable?: number;
}

/** Checks the writes of a reference on its own port, with everything allowed and short waits for what no task holds up. */
export async function checkWrites(given: Given): Promise<RunReport> {
  const { reference = {}, target = {}, options = {}, removable = 4 } = given;
  const own = 'sizes' in reference ? {} : { tenant };
  const server = createReference({ ...own, taskDurationMs: 10, ...reference });
  try {
    const { url } = await server.listen();
    const removableUserIds = server.fixtures.removableUserIds.split(',').slice(0, removable).join(',');
    const all = { ...server.fixtures, removableUserIds };
    const fixtures = Object.fromEntries(Object.entries(all).filter(([, id]) => id !== ''));
    return await check(
      { baseUrl: url, token: server.token, fixtures, ...target },
      {
        seed: 1,
        operations: WRITES,
        allowWrites: true,
        allowDestroy: true,
        allowScopeAll: true,
        consistencyWindowMs: 60,
        taskTimeoutMs: 5000,
        ...options,
      },
      true,
    );
  } finally {
    await server.close();
  }
}
