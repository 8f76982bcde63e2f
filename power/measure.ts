import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Fault } from '../faults/fault.js';
import { faults, writeFaults } from '../faults/index.js';
import type { Power } from '../schemas/generated/touchstone.js';
import { planOf } from '../suites/plan-of.js';
import type { Judgement } from './judgement.js';
import type { MoreRequests } from './more-requests.js';
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
  /** Requests for what the recording lacks; default none. */
  readonly more?: MoreRequests;
}

/** Measures which deviations a recorded run would notice. Sends nothing, unless more requests are allowed. */
export async function measurePower(
  work: Work,
  { extent, signal, more, threads = availableParallelism() }: MeasureOptions,
): Promise<Power> {
  const start = performance.now();
  const { operations } = work.described;
  const checks = planOf({ ...work.selection, ...work.writes?.options }).filter(({ excluded }) => excluded === null);
  const checked = new Set(checks.map(({ operation }) => operation.id));
  const all = work.writes === undefined ? faults : [...faults, ...writeFaults];
  const known = all.filter(({ operation }) => checked.has(operation));
  const chosen = extent === 'all' ? known : sampleOf(known, SAMPLE);
  const offline = await judged(chosen, work, threads, signal);
  const judgements =
    more === undefined ? offline : await decided(offline, chosen, work, { more, ...(signal && { signal }) });
  const power = powerOf(chosen, judgements, operations, { extent, durationMs: performance.now() - start });
  return more === undefined ? power : { ...power, requests: more.sent };
}

/** The judgements, with those that were inconclusive made again with more requests, until none is left. */
async function decided(
  judgements: readonly Judgement[],
  chosen: readonly Fault[],
  work: Work,
  { more, signal }: { readonly more: MoreRequests; readonly signal?: AbortSignal },
): Promise<Judgement[]> {
  const byId = new Map(chosen.map((fault) => [fault.id, fault]));
  const judge = judgeOf(work, more);
  const all: Judgement[] = [];
  for (const judgement of judgements) {
    const fault = judgement.outcome === 'inconclusive' && !signal?.aborted ? byId.get(judgement.fault) : undefined;
    all.push(fault === undefined || more.isSpent ? judgement : await judge(fault));
  }
  return all;
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
