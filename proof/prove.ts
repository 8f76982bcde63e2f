import { availableParallelism } from 'node:os';
import type { Progress } from '../engine/target/options.js';
import type { ProofReport } from '../schemas/generated/touchstone.js';
import { jobsOf } from './jobs.js';
import { AT_ONCE, threads } from './pool.js';
import { randomJobs } from './random-jobs.js';
import { scoreOf } from './score.js';
import { type ProofSelection, type Selected, selected, touched } from './selection.js';
import { changedSince, rulesIn, touchedBy } from './since.js';
import type { Trial } from './trial.js';

/** The options of a proof. */
export interface ProofOptions extends ProofSelection {
  /** Default: only 1. */
  readonly seeds?: readonly number[];
  /** Run only what the changes since this commit affect. */
  readonly since?: string;
  /** The folder of the repository, for `since`. */
  readonly cwd?: string;
  /** The number of threads; default one for each processor. */
  readonly threads?: number;
  readonly signal?: AbortSignal;
  /** Called after each run; `failed` counts surviving mutants and false accusations so far. */
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Runs the suite on the reference, its variants and its mutants, and returns the caught mutants and the false
 * accusations. `jobsOf` selects the checks for each run.
 */
export async function prove(options: ProofOptions = {}): Promise<ProofReport> {
  const start = performance.now();
  const { seeds = [1], threads: count = availableParallelism(), signal, onProgress } = options;
  const { subjects, whole, rules } = await scopeOf({ ...options, seed: seeds[0] ?? 1 });
  const jobs =
    options.randomCombinations === undefined
      ? await jobsOf(subjects, seeds, rules, options.sample !== undefined && !whole)
      : seeds.flatMap((seed) => randomJobs(subjects, seed));
  const pool = await threads(Math.min(count, Math.ceil(jobs.length / AT_ONCE)));
  const trials: Trial[] = [];
  let [requests, failed] = [0, 0];
  try {
    await Promise.all(
      jobs.map(async ({ subject, job }) => {
        const trial = signal?.aborted ? null : await pool.run(job);
        if (trial === null || signal?.aborted) return;
        trials.push(trial);
        requests += trial.requests;
        if (!scoreOf({ subjects: [subject], trials: [trial], seeds, whole: false, durationMs: 0 }).proven) failed += 1;
        onProgress?.({ done: trials.length, total: jobs.length, requests, failed, warnings: 0, check: job.id });
      }),
    );
  } finally {
    await pool.close();
  }
  return scoreOf({ subjects, trials, seeds, whole: whole && !signal?.aborted, durationMs: performance.now() - start });
}

interface Scope extends Selected {
  /** The rules that run on variants; all rules if undefined. */
  readonly rules?: readonly string[];
}

async function scopeOf(options: ProofOptions): Promise<Scope> {
  if (options.since === undefined) return selected(options);
  const change = await touchedBy(changedSince(options.since, options.cwd ?? process.cwd()), rulesIn);
  if (change === 'everything') return selected({});
  return { ...touched(change), ...(change.rules.length > 0 && { rules: change.rules }) };
}
