import { availableParallelism } from 'node:os';
import type { Progress } from '../engine/target/options.js';
import type { ProofReport } from '../schemas/generated/touchstone.js';
import { jobsOf } from './jobs.js';
import { AT_ONCE, threads } from './pool.js';
import { scoreOf } from './score.js';
import { type ProofSelection, type Selected, selected, touched } from './selection.js';
import { changedSince, rulesIn, touchedBy } from './since.js';
import type { Trial } from './trial.js';

/** How a proof is run. */
export interface ProofOptions extends ProofSelection {
  /** Default 1 alone. */
  readonly seeds?: readonly number[];
  /** Only what has changed since a commit touches. */
  readonly since?: string;
  /** Where the repository is, for `since`. */
  readonly cwd?: string;
  /** Threads; default as many as there are processors. */
  readonly threads?: number;
  readonly signal?: AbortSignal;
  /** Called whenever a run is done; `failed` counts survivors and false accusations so far. */
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Runs the suite on the reference, on its variants and on its mutants, and returns what it caught and whom it accused.
 * `jobsOf` decides which checks each of them runs.
 */
export async function prove(options: ProofOptions = {}): Promise<ProofReport> {
  const start = performance.now();
  const { seeds = [1], threads: count = availableParallelism(), signal, onProgress } = options;
  const { subjects, whole, rules } = await scopeOf(options);
  const jobs = await jobsOf(subjects, seeds, rules);
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
  /** The rules that variants are asked; all of them where undefined. */
  readonly rules?: readonly string[];
}

async function scopeOf(options: ProofOptions): Promise<Scope> {
  if (options.since === undefined) return selected(options);
  const change = await touchedBy(changedSince(options.since, options.cwd ?? process.cwd()), rulesIn);
  if (change === 'everything') return selected({});
  return { ...touched(change), ...(change.rules.length > 0 && { rules: change.rules }) };
}
