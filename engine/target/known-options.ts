import type { CheckOptions, TargetOptions } from './options.js';
import { suggest } from './suggest.js';
import { UsageError } from './usage-error.js';

type Keys<Options> = Readonly<Record<keyof Options, true>>;

const TARGET: Keys<TargetOptions> = {
  baseUrl: true,
  token: true,
  auth: true,
  authWords: true,
  network: true,
  networkWords: true,
  headers: true,
  bindings: true,
  fixtures: true,
  wireForm: true,
};

const CHECK: Keys<CheckOptions> = {
  operations: true,
  areas: true,
  rules: true,
  exclude: true,
  level: true,
  strict: true,
  requireDecided: true,
  power: true,
  powerRequests: true,
  requirePower: true,
  requireOperations: true,
  bail: true,
  dataDigests: true,
  budget: true,
  maxRequests: true,
  seed: true,
  concurrency: true,
  rps: true,
  shard: true,
  balance: true,
  timeoutMs: true,
  traceUrl: true,
  waitMs: true,
  baseline: true,
  allowWrites: true,
  allowDestroy: true,
  allowScopeAll: true,
  bulkScope: true,
  consistencyWindowMs: true,
  taskTimeoutMs: true,
  journal: true,
  signal: true,
  onNotice: true,
  onJournal: true,
  onProgress: true,
};

/** Throws a UsageError for an option of a target that does not exist: JavaScript callers have no compiler. */
export function assertKnownTarget(target: TargetOptions): void {
  assertKnown(target, TARGET, 'TargetOptions');
}

/** Throws a UsageError for an option of a run that does not exist. */
export function assertKnownOptions(options: CheckOptions): void {
  assertKnown(options, CHECK, 'CheckOptions');
}

function assertKnown(given: object, keys: Readonly<Record<string, true>>, type: string): void {
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(keys, key));
  if (unknown === undefined) return;
  const hint = suggest(unknown, Object.keys(keys)) || `The type ${type} of the package lists all options.`;
  throw new UsageError(`unknown option ${JSON.stringify(unknown)} in ${type}`, hint);
}
