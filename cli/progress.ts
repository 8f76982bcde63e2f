import type { Progress } from '../engine/target/options.js';
import { counted, thousands } from '../reporters/numbers.js';
import type { Output } from './io.js';

const EVERY_MS = 2000;
const QUARTERS = 4;

/** Shows the progress of a run; `stop` cleans up the terminal. */
export interface ProgressView {
  update(progress: Progress): void;
  /** Prints a line, which stays, above what changes. */
  print(line: string): void;
  stop(): void;
}

async function liveBar(stderr: Output, noun: string): Promise<ProgressView> {
  const { default: cliProgress } = await import('cli-progress');
  const bar = new cliProgress.SingleBar({
    format: `{bar} {value}/{total} ${noun}s · {requests} requests · {failed} failed{warnings}`,
    // The bar only calls write and reads the width.
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
    print(line) {
      // The bar clears its line when it stops, and is drawn again with the next progress.
      if (started && !stopped) bar.stop();
      started = false;
      stderr.write(line);
    },
    update({ done, total, requests, failed, warnings }) {
      if (stopped) return;
      const counts = { requests, failed, warnings: warnings === 0 ? '' : ` · ${counted(warnings, 'warning')}` };
      if (started) bar.update(done, counts);
      else bar.start(total, done, counts);
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
    print: (line) => void stderr.write(line),
    update({ done, total, requests, failed, warnings }) {
      const reached = Math.floor((done / total) * QUARTERS);
      if (reached === quarter && now() - last < EVERY_MS) return;
      quarter = reached;
      last = now();
      // After the last check a run may still send some, so that its summary has another number.
      const sent = done < total ? `, ${counted(requests, 'request')}` : '';
      const warned = warnings === 0 ? '' : `, ${counted(warnings, 'warning')}`;
      stderr.write(
        `touchstone: ${thousands(done)} of ${counted(total, noun)}${sent}, ${thousands(failed)} failed${warned}\n`,
      );
    },
    stop() {},
  };
}

/**
 * The progress of a run on stderr: a live bar in a terminal, otherwise a line at each quarter and every two seconds, and
 * nothing with `quiet`. `noun` names the counted things, `now` is a clock in milliseconds.
 */
export async function progressView(
  stderr: Output,
  quiet: boolean,
  { noun = 'check', now = Date.now }: { readonly noun?: string; readonly now?: () => number } = {},
): Promise<ProgressView> {
  if (quiet) return { update() {}, print() {}, stop() {} };
  return stderr.isTTY ? liveBar(stderr, noun) : plainLines(stderr, noun, now);
}
