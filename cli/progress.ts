import type { Progress } from '../engine/target/options.js';
import { counted } from '../reporters/numbers.js';
import type { Output } from './io.js';

const EVERY_MS = 2000;
const QUARTERS = 4;

/** Shows how far a run is; `stop` leaves the terminal as it was. */
export interface ProgressView {
  update(progress: Progress): void;
  stop(): void;
}

async function liveBar(stderr: Output, noun: string): Promise<ProgressView> {
  const { default: cliProgress } = await import('cli-progress');
  const bar = new cliProgress.SingleBar({
    format: `{bar} {value}/{total} ${noun}s · {requests} requests · {failed} failed{warnings}`,
    // The bar writes, asks for the width, and no more.
    stream: stderr as NodeJS.WritableStream,
    barsize: 30,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    fps: 10,
  });
  let started = false;
  let stopped = false;
  return {
    update({ done, total, requests, failed, warnings }) {
      if (stopped) return;
      const told = { requests, failed, warnings: warnings === 0 ? '' : ` · ${counted(warnings, 'warning')}` };
      if (started) bar.update(done, told);
      else bar.start(total, done, told);
      started = true;
    },
    stop() {
      stopped = true;
      bar.stop();
    },
  };
}

function plainLines(stderr: Output, noun: string, now: () => number): ProgressView {
  let last = now();
  let quarter = 0;
  return {
    update({ done, total, requests, failed, warnings }) {
      const reached = Math.floor((done / total) * QUARTERS);
      if (reached === quarter && now() - last < EVERY_MS) return;
      quarter = reached;
      last = now();
      const warned = warnings === 0 ? '' : `, ${counted(warnings, 'warning')}`;
      stderr.write(
        `touchstone: ${done} of ${counted(total, noun)}, ${counted(requests, 'request')}, ${failed} failed${warned}\n`,
      );
    },
    stop() {},
  };
}

/**
 * The progress of a run on stderr: a live bar in a terminal, elsewhere a line at each quarter and every two seconds,
 * and nothing where `quiet`. `noun` is what is counted, `now` a clock in milliseconds.
 */
export async function progressView(
  stderr: Output,
  quiet: boolean,
  { noun = 'check', now = Date.now }: { readonly noun?: string; readonly now?: () => number } = {},
): Promise<ProgressView> {
  if (quiet) return { update() {}, stop() {} };
  return stderr.isTTY ? liveBar(stderr, noun) : plainLines(stderr, noun, now);
}
