import { parentPort, workerData } from 'node:worker_threads';
import { faults, writeFaults } from '../faults/index.js';
import type { Judgement } from './judgement.js';
import { judgeOf, type Work } from './work.js';

/** A message to the thread that started a worker: the judgement of one fault, or the error. */
export type Reply = { readonly judgement: Judgement } | { readonly error: string };

const judge = judgeOf(workerData as Work);

const known = new Map([...faults, ...writeFaults].map((fault) => [fault.id, fault]));

/** A worker thread: judges each fault whose id it receives. */
parentPort?.on('message', async (id: string) => {
  const fault = known.get(id);
  const reply: Reply =
    fault === undefined
      ? { error: `no fault ${id}` }
      : await judge(fault).then(
          (judgement) => ({ judgement }),
          (error: unknown) => ({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
        );
  parentPort?.postMessage(reply);
});
