import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { Host } from './host.js';
import { type Job, type Trial, tryOut } from './trial.js';

/** The number of runs that share a thread: while one waits for a pause or a task, another computes. */
export const AT_ONCE = 2;

export interface Threads {
  /** Runs a job on a thread with free capacity. */
  run(job: Job): Promise<Trial>;
  close(): Promise<void>;
}

/** A message from a worker: the trial of a job, or the error. */
export type Reply =
  | { readonly number: number; readonly trial: Trial }
  | { readonly number: number; readonly error: string };

/** Runs jobs in this thread only. */
async function here(): Promise<Threads> {
  const host = await Host.start();
  const limit = pLimit(AT_ONCE);
  return { run: (job) => limit(() => tryOut(job, host)), close: () => host.close() };
}

/** Starts a worker thread with its own host. */
function thread(): Threads {
  const worker = new Worker(new URL(import.meta.resolve('#proof-worker')));
  const limit = pLimit(AT_ONCE);
  const waiting = new Map<number, { resolve: (trial: Trial) => void; reject: (error: Error) => void }>();
  let count = 0;
  worker.on('message', (reply: Reply) => {
    const own = waiting.get(reply.number);
    waiting.delete(reply.number);
    if ('trial' in reply) own?.resolve(reply.trial);
    else own?.reject(new Error(reply.error));
  });
  worker.on('error', (error) => {
    for (const { reject } of waiting.values()) reject(error);
  });
  const send = (job: Job) =>
    new Promise<Trial>((resolve, reject) => {
      count += 1;
      waiting.set(count, { resolve, reject });
      worker.postMessage({ number: count, job });
    });
  return {
    run: (job) => limit(() => send(job)),
    close: async () => {
      await worker.terminate();
    },
  };
}

/**
 * Threads that run jobs; each job goes to the least busy thread. The compiled command uses workers. TypeScript sources
 * run in this thread, because a worker cannot load them.
 */
export async function threads(count: number): Promise<Threads> {
  if (count < 2 || import.meta.url.endsWith('.ts')) return here();
  const all = Array.from({ length: count }, () => ({ own: thread(), load: 0 }));
  const free = pLimit(count * AT_ONCE);
  return {
    run: (job) =>
      free(async () => {
        const [least] = all.toSorted((one, other) => one.load - other.load);
        if (least === undefined) throw new Error('there is no thread');
        least.load += 1;
        try {
          return await least.own.run(job);
        } finally {
          least.load -= 1;
        }
      }),
    close: async () => {
      await Promise.all(all.map(({ own }) => own.close()));
    },
  };
}
