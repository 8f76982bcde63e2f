import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Fault } from '../faults/fault.js';
import { faults } from '../faults/index.js';
import type { Power } from '../schemas/generated/touchstone.js';
import { planOf } from '../suites/plan-of.js';
import type { Judgement } from './judgement.js';
import { sampleOf } from './sample.js';
import { powerOf } from './summary.js';
import { judgeOf, type Work } from './work.js';
import type { Reply } from './worker.js';

/** About how many faults a sample has. */
const SAMPLE = 400;

export interface MeasureOptions {
  readonly extent: Power['extent'];
  /** The number of threads; default one for each processor. */
  readonly threads?: number;
  readonly signal?: AbortSignal;
}

/** Measures which deviations a recorded run would notice. Sends nothing. */
export async function measurePower(
  work: Work,
  { extent, signal, threads = availableParallelism() }: MeasureOptions,
): Promise<Power> {
  const start = performance.now();
  const { operations } = work.described;
  const checks = planOf(work.selection).filter(({ excluded }) => excluded === null);
  const checked = new Set(checks.map(({ operation }) => operation.id));
  const known = faults.filter(({ operation }) => checked.has(operation));
  const chosen = extent === 'all' ? known : sampleOf(known, SAMPLE);
  const judgements = await judged(chosen, work, threads, signal);
  return powerOf(chosen, judgements, operations, { extent, durationMs: performance.now() - start });
}

/** Judges faults in workers; TypeScript sources, which a worker cannot load, in this thread. */
async function judged(
  chosen: readonly Fault[],
  work: Work,
  threads: number,
  signal: AbortSignal | undefined,
): Promise<Judgement[]> {
  const left = [...chosen].reverse();
  const judgements: Judgement[] = [];
  const next = (): Fault | undefined => (signal?.aborted ? undefined : left.pop());
  const drain = async (judge: (fault: Fault) => Promise<Judgement>) => {
    for (let fault = next(); fault !== undefined; fault = next()) judgements.push(await judge(fault));
  };
  if (import.meta.url.endsWith('.ts')) {
    await drain(judgeOf(work));
    return judgements;
  }
  const count = Math.max(1, Math.min(threads, chosen.length));
  await Promise.all(Array.from({ length: count }, () => inWorker(work, drain)));
  return judgements;
}

async function inWorker(
  work: Work,
  drain: (judge: (fault: Fault) => Promise<Judgement>) => Promise<void>,
): Promise<void> {
  const worker = new Worker(new URL(import.meta.resolve('#power-worker')), { workerData: work });
  try {
    await drain(
      (fault) =>
        new Promise((resolve, reject) => {
          worker.once('error', reject);
          worker.once('message', (reply: Reply) => {
            worker.off('error', reject);
            if ('judgement' in reply) resolve(reply.judgement);
            else reject(new Error(reply.error));
          });
          worker.postMessage(fault.id);
        }),
    );
  } finally {
    await worker.terminate();
  }
}
