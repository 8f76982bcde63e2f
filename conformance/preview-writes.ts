import { operations } from '../contract/operations/index.js';
import { Client } from '../engine/client/client.js';
import { plan } from '../engine/run/plan.js';
import { preview, type WritePreview } from '../engine/run/preview.js';
import type { CheckOptions, TargetOptions } from '../engine/target/options.js';
import { resolveTarget } from '../engine/target/target.js';
import { assertWrites } from '../engine/writes/begin.js';
import { DEFAULTS } from '../options/declared.js';
import { suites } from '../suites/index.js';
import { described } from './interface.js';
import { VERSION } from './version.js';

export type { WritePreview };

/** Lists the records that a run would write to; sends reads only. Throws a UsageError for invalid options. */
export async function previewWrites(target: TargetOptions, options: CheckOptions): Promise<WritePreview> {
  const resolved = resolveTarget(target, operations);
  assertWrites(resolved, options, described.removal);
  const checks = plan(suites, options).filter(({ excluded }) => excluded === null);
  const { concurrency = DEFAULTS.concurrency, timeoutMs = DEFAULTS.timeoutMs, rps, signal } = options;
  const client = new Client({
    origin: resolved.origin,
    concurrency,
    timeoutMs,
    userAgent: `touchstone/${VERSION}`,
    ...(rps !== undefined && { rps }),
    ...(signal && { signal }),
  });
  try {
    return await preview(resolved, client, described, checks);
  } finally {
    await client.close();
  }
}
