import { availableParallelism } from 'node:os';
import type { Progress } from '../engine/options.js';
import type { ProofReport } from '../schemas/generated/touchstone.js';
import { Host } from './host.js';
import { threads } from './pool.js';
import { reachOf } from './reach.js';
import { scoreOf } from './score.js';
import { type ProofSelection, type Selected, selected, touched } from './selection.js';
import { changedSince, rulesIn, touchedBy } from './since.js';
import type { Subject } from './subject.js';
import type { Job, Trial } from './trial.js';
import { writeJob } from './write-job.js';

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
 * Runs the suite on the reference, on its variants and on its mutants, and answers what it caught and whom it accused.
 * A variant is asked everything; a mutant is asked the checks of the operations that ask a broken one.
 */
export async function prove(options: ProofOptions = {}): Promise<ProofReport> {
  const start = performance.now();
  const { seeds = [1], threads: count = availableParallelism(), signal, onProgress } = options;
  const { subjects, whole, rules } = await scopeOf(options);
  const reach = await reached(subjects);
  const jobs = seeds.flatMap((seed) =>
    subjects.map((subject) => ({ subject, job: jobOf(subject, seed, reach, rules) })),
  );
  const pool = await threads(Math.min(count, jobs.length));
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
        onProgress?.({ done: trials.length, total: jobs.length, requests, failed, check: job.id });
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

async function reached(subjects: readonly Subject[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (!subjects.some(({ kind }) => kind === 'mutant')) return new Map();
  const host = await Host.start();
  try {
    return await reachOf(host);
  } finally {
    await host.close();
  }
}

/** Two reads that cost little. One that is not broken runs with each mutant, so that the target is not taken for dead. */
const COMPANIONS = ['getApplicationsKpis', 'getUserKpis'];

function jobOf(
  { kind, id, mutants: broken, data }: Subject,
  seed: number,
  reach: ReadonlyMap<string, ReadonlySet<string>>,
  rules: readonly string[] | undefined,
): Job {
  if (kind !== 'mutant') return { kind, id, seed, ...(rules && { rules }) };
  if (data === 'writes') return { kind, id, seed, ...writeJob(broken) };
  const seeing = new Set(broken.flatMap(({ operations }) => operations.flatMap((one) => [...(reach.get(one) ?? [])])));
  const companion = COMPANIONS.find((one) => !broken.some(({ operations }) => operations.includes(one)));
  return { kind, id, seed, operations: [...seeing, ...(companion === undefined ? [] : [companion])] };
}
