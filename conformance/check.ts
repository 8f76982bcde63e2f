import { operations } from '../contract/operations/index.js';
import type { ClientOptions } from '../engine/client/client-options.js';
import { KeptRedaction } from '../engine/client/kept-redaction.js';
import { acceptsAll } from '../engine/report/baseline/accepts-all.js';
import { certified } from '../engine/report/integrity.js';
import { reportOf } from '../engine/report/report.js';
import { DataDigests } from '../engine/run/data-digests.js';
import { deriveSeed } from '../engine/run/derive-seed.js';
import { type RunOutcome, run } from '../engine/run/run.js';
import { optionsInShard } from '../engine/run/shards/sharded.js';
import { AnswerTimes } from '../engine/session/answer-times.js';
import { assertKnownOptions, assertKnownTarget } from '../engine/target/known-options.js';
import type { CheckOptions, Progress, TargetOptions } from '../engine/target/options.js';
import type { Target } from '../engine/target/target.js';
import { beginWrites, tiersOf, writesSelected } from '../engine/writes/begin.js';
import type { Writes } from '../engine/writes/writes.js';
import { DEFAULTS } from '../options/declared.js';
import type { measurePower } from '../power/measure.js';
import { MoreRequests } from '../power/more-requests.js';
import type { Work } from '../power/work.js';
import type { Power, RunReport } from '../schemas/generated/touchstone.js';
import { detectionShareOf, mostOf } from '../suites/plan-of.js';
import { type Bail, bailOf } from './bail.js';
import { connect, waitFor } from './connect.js';
import { described } from './interface.js';
import { preparedRun } from './prepared-run.js';
import { randomSeed } from './random-seed.js';
import { Recorder } from './recorder.js';
import { VERSION } from './version.js';

/** How a caller takes part in the requests of a run. */
interface Observer extends Pick<ClientOptions, 'pace' | 'onAttempt'> {
  /** Gets the last response to each request of an operation. */
  readonly times?: AnswerTimes;
}

/**
 * Checks a target and returns the run report. The behaviour of the target never makes it throw: an unreachable target is
 * `inconclusive`. Throws `UsageError` for invalid options, including fixtures with ids that the target does not have.
 * `embedded` means that the target is the embedded reference implementation.
 */
export async function check(
  target: TargetOptions,
  given: CheckOptions = {},
  embedded = false,
  observer: Observer = {},
): Promise<RunReport> {
  assertKnownTarget(target);
  assertKnownOptions(given);
  const startedAt = new Date();
  const start = performance.now();
  const { options, resolved, whole, checks, shard, extent } = preparedRun(target, given, embedded);
  const seed = options.seed ?? (shard === null ? randomSeed() : deriveSeed(0, shard.plan));
  const bail = bailOf(options);
  const { signal } = bail;
  const recorder = extent === undefined ? null : new Recorder();
  const onAnswer = recorder && { onAnswer: recorder.add };
  const limited = optionsInShard(options);
  const { pace, onAttempt } = observer;
  const connection = await connect(target, {
    ...limited,
    ...(pace && { pace }),
    ...(onAttempt && { onAttempt }),
    tiers: tiersOf(limited),
    ...onAnswer,
    ...(signal && { signal }),
  });
  const { client } = connection;
  let writes: Writes | null = null;
  const { times = new AnswerTimes() } = observer;
  // A merged run can be part of a history, which its shards do not know.
  const data = options.dataDigests === true || shard !== null ? new DataDigests(resolved.origin) : null;
  try {
    await waitFor(connection, options);
    writes = await beginWrites(connection.target, limited, embedded);
    const outcome = await run({
      target: connection.target,
      client,
      described,
      checks,
      writes,
      seed,
      times,
      budget: options.budget ?? DEFAULTS.budget,
      maxRequests: mostOf(options),
      accepts: acceptsAll(options, startedAt),
      ...(data && { data }),
      confirmsAtOnce: options.bail !== undefined,
      onProgress: progressOf(bail, options, connection.target),
      ...(signal && { stop: signal }),
      ...(options.signal && { signal: options.signal }),
    });
    const unmeasured = recorder?.problem ?? null;
    const power =
      extent === undefined || recorder === null || unmeasured !== null || outcome.unjudged !== null || signal?.aborted
        ? null
        : await powerOf(
            { ...recordedWork(recorder.workOf(target, connection.target), outcome, options), options, seed },
            {
              extent,
              ...(signal && { signal }),
              ...(options.powerRequests && {
                more: new MoreRequests(client, connection.target, options.powerRequests),
              }),
            },
          );
    const report = reportOf({
      outcome,
      power,
      unmeasured,
      target: connection.target,
      options,
      detectionShare: detectionShareOf(whole, options),
      shard,
      bailed: bail.reason(),
      embedded,
      writes: writesSelected(options),
      leftovers: writes?.leftovers ?? [],
      operations,
      version: VERSION,
      seed,
      startedAt,
      times,
      data,
      durationMs: performance.now() - start,
      requests: { ...client.counts, traceId: client.traceId },
    });
    return certified(report);
  } finally {
    await writes?.journal.close();
    await connection.close();
  }
}

/** What was recorded, with what the write checks found, if the run has written. */
function recordedWork(
  { late, ...reads }: ReturnType<Recorder['workOf']>,
  { results }: RunOutcome,
  options: CheckOptions,
): Pick<Work, 'target' | 'exchanges' | 'writes'> {
  if (late.length === 0) return reads;
  const { allowWrites, allowDestroy, allowScopeAll, bulkScope } = options;
  const given = Object.entries({ allowWrites, allowDestroy, allowScopeAll, bulkScope });
  const outcomes = results.map(({ check, outcome, reason }) => [check.id, { outcome, reason }] as const);
  return {
    ...reads,
    writes: {
      late,
      outcomes: Object.fromEntries(outcomes),
      options: Object.fromEntries(given.filter(([, value]) => value !== undefined)),
    },
  };
}

/** Measures the power of a run. The faults that it injects are loaded only then, because it takes a while to list them. */
async function powerOf(
  { options, ...recorded }: Pick<Work, 'target' | 'exchanges' | 'seed' | 'writes'> & { readonly options: CheckOptions },
  extent: Parameters<typeof measurePower>[1],
): Promise<Power> {
  const [{ measurePower }, { selectionOf }] = await Promise.all([
    import('../power/measure.js'),
    import('../power/work.js'),
  ]);
  return measurePower({ ...recorded, selection: selectionOf(options), described }, extent);
}

/** Passes on the progress of a run, without secrets in it, and counts its failures. */
function progressOf(bail: Bail, { onProgress }: CheckOptions, target: Target): (progress: Progress) => void {
  const redaction = new KeptRedaction(target.headerNames);
  const shown = (text: string) => redaction.of(target.withheld).text(text);
  return (progress) => {
    bail.count(progress);
    const { result } = progress;
    if (onProgress === undefined) return;
    const text = result?.text == null ? null : shown(result.text);
    onProgress({ ...progress, ...(result && { result: { ...result, text } }) });
  };
}
