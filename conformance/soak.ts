import type { Answer } from '../engine/client/answer.js';
import { pause } from '../engine/session/pause.js';
import { FillIn } from '../engine/soak/fill-in.js';
import { ObservedTimes } from '../engine/soak/observed-times.js';
import { SoakRecord } from '../engine/soak/soak-record.js';
import { soakVerdict } from '../engine/soak/soak-verdict.js';
import { SteadyPace } from '../engine/soak/steady-pace.js';
import type { CheckOptions, Progress, TargetOptions } from '../engine/target/options.js';
import { DEFAULTS } from '../options/declared.js';
import { isUnjudged } from '../reporters/unjudged.js';
import type { RunReport, SoakReport } from '../schemas/generated/touchstone.js';
import { check } from './check.js';
import { connect } from './connect.js';
import { randomSeed } from './random-seed.js';
import { VERSION } from './version.js';

/** How long to wait after a round in which the target could not be tested, in milliseconds. */
const PAUSE_MS = 1000;
/** The lengths of windows in milliseconds; the first one that divides the time into few enough is used. */
const WINDOWS_MS = [1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000, 21_600_000, 86_400_000];
const MOST_WINDOWS = 30;
/** A request may take a second before the rate is no longer reached. */
const MOST_IN_FLIGHT = 1000;

/** The options of a soak: those of a check that reads, the rate, and how long it takes. */
export interface SoakOptions extends Omit<CheckOptions, 'allowWrites' | 'allowDestroy' | 'allowScopeAll' | 'shard'> {
  readonly forMs: number;
  readonly rps: number;
}

/**
 * Runs the checks that read again and again under a steady load, until the time is over or the signal stops it: for a
 * target that misbehaves only when it is busy. Each round sends the same requests. It ends after the first round if the
 * target cannot be tested at all; one that stops responding later may come back. Throws `UsageError` as a check does.
 */
export async function soak(target: TargetOptions, options: SoakOptions, embedded = false): Promise<SoakReport> {
  const { forMs, rps, signal: stop } = options;
  const seed = options.seed ?? randomSeed();
  const windowMs = WINDOWS_MS.find((ms) => forMs / ms <= MOST_WINDOWS) ?? Math.ceil(forMs / MOST_WINDOWS);
  const startedAt = new Date();
  const start = performance.now();
  const record = new SoakRecord(startedAt.getTime(), windowMs, Math.ceil(forMs / windowMs));
  // A controller of its own: Node may collect a signal of `AbortSignal.timeout` before its time.
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), forMs);
  const signal = AbortSignal.any([end.signal, ...(stop ? [stop] : [])]);
  const rounds = { complete: 0, cut: 0 };
  const verdicts: Pick<RunReport, 'verdict' | 'verdictReason'>[] = [];
  let [repeated, baseUrl] = [0, target.baseUrl];
  let untested: string | null = null;
  try {
    while (!signal.aborted && untested === null) {
      const { report, repeats } = await round(target, { ...options, seed, signal }, record, embedded);
      baseUrl = report.target.baseUrl;
      repeated += repeats;
      record.round(report);
      rounds[report.interrupted ? 'cut' : 'complete'] += 1;
      if (!report.interrupted || report.verdict === 'does-not-conform') verdicts.push(report);
      if (rounds.complete + rounds.cut === 1 && isUnjudged(report)) untested = report.verdictReason;
      else if (report.verdict === 'inconclusive') await pause(PAUSE_MS, signal);
    }
  } finally {
    clearTimeout(timer);
  }
  const durationMs = performance.now() - start;
  const { checks, requests, operations, errors, errorsAtEnd } = record;
  const interrupted = stop?.aborted === true;
  const load = { rps, reached: Math.round((requests / durationMs) * 10_000) / 10, requests, repeated };
  return {
    format: 'touchstone.soak-report/1',
    touchstone: VERSION,
    ...soakVerdict({
      verdicts,
      untested,
      errorsAtEnd,
      rounds,
      interrupted,
      load,
      checks,
      operations,
      errors,
      strict: options.strict === true,
    }),
    interrupted,
    baseUrl,
    seed,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(durationMs),
    load,
    rounds,
    windows: record.windows(durationMs),
    operations,
    checks,
    errors,
  };
}

/** One round of the checks at the rate of the soak; when they send less, reads of the round are repeated. */
async function round(
  target: TargetOptions,
  options: SoakOptions,
  record: SoakRecord,
  embedded: boolean,
): Promise<{ readonly report: RunReport; readonly repeats: number }> {
  const { forMs: _forMs, rps, ...own } = options;
  const { signal, timeoutMs, onProgress } = own;
  const concurrency = Math.max(options.concurrency ?? DEFAULTS.concurrency, Math.min(Math.ceil(rps), MOST_IN_FLIGHT));
  const onAttempt = (answer: Answer) => record.attempt(answer);
  const limits = { concurrency, onAttempt, ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) };
  const connection = await connect(target, limits);
  const fillIn = new FillIn(connection, concurrency, (operation, answer) => record.answer(operation, answer));
  const pace = new SteadyPace(rps, fillIn.send);
  const stop = () => pace.stop();
  signal?.addEventListener('abort', stop);
  const times = new ObservedTimes((operation, answer) => {
    record.answer(operation, answer);
    fillIn.learn(operation, answer);
  });
  try {
    const report = await check(
      target,
      {
        ...own,
        concurrency,
        allowWrites: false,
        allowDestroy: false,
        allowScopeAll: false,
        onProgress(progress: Progress) {
          if (progress.result !== undefined) record.decided(progress.result, Date.now(), signal?.aborted);
          onProgress?.(progress);
        },
      },
      embedded,
      { pace: pace.turn, onAttempt, times },
    );
    return { report, repeats: fillIn.sent };
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
    await fillIn.settled();
    await connection.close();
  }
}
