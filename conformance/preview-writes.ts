import { operations } from '../contract/operations/index.js';
import { preview, type WritePreview } from '../engine/run/preview.js';
import { sharded } from '../engine/run/shards/sharded.js';
import type { CheckOptions, TargetOptions } from '../engine/target/options.js';
import { resolveTarget } from '../engine/target/target.js';
import { assertWrites } from '../engine/writes/begin.js';
import { planOf } from '../suites/plan-of.js';
import { connect } from './connect.js';
import { described } from './interface.js';

export type { WritePreview };

/** Lists the records that a run would write to; sends reads only. Throws a UsageError for invalid options. */
export async function previewWrites(target: TargetOptions, options: CheckOptions): Promise<WritePreview> {
  const resolved = resolveTarget(target, operations);
  assertWrites(resolved, options, described.removal);
  const checks = sharded(planOf(options), options).filter(({ excluded }) => excluded === null);
  const connection = await connect(target, options);
  try {
    return await preview(connection.target, connection.client, described, checks);
  } finally {
    await connection.close();
  }
}
