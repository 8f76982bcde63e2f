import { parentPort } from 'node:worker_threads';
import { Host } from './host.js';
import type { Reply } from './pool.js';
import { type Job, tryOut } from './trial.js';

const host = await Host.start();

/** A worker thread of the proof: runs each job that it receives and returns its trial with the number of the job. */
parentPort?.on('message', async ({ number, job }: { readonly number: number; readonly job: Job }) => {
  const reply = await tryOut(job, host).then(
    (trial): Reply => ({ number, trial }),
    (error: unknown): Reply => ({
      number,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  );
  parentPort?.postMessage(reply);
});
