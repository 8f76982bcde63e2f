import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PEAK = join(import.meta.dirname, 'peak-memory.mjs');
export const COMMAND = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js');

/** Runs a Node script. Returns the wall and CPU time in ms and the maximum resident set size in MB. Throws unless it exits with 0. */
export async function measure(argv, folder) {
  const [peakFile, cpuFile] = [join(folder, 'peak'), join(folder, 'cpu')];
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', PEAK, ...argv], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, BENCH_PEAK_FILE: peakFile, BENCH_CPU_FILE: cpuFile },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const [code] = await once(child, 'exit');
  const ms = performance.now() - start;
  if (code !== 0) throw new Error(`${argv[0]} exited with code ${code}:\n${stderr}`);
  return { ms, cpuMs: Number(readFileSync(cpuFile, 'utf8')), mb: Number(readFileSync(peakFile, 'utf8')) / 1e6 };
}

/**
 * Starts the reference in its own process. Returns its base URL, its token, and its fixtures as `name=value`. `usage` is the
 * CPU time in ms and the maximum resident set size in MB so far, on Linux.
 */
export async function startReference(argv) {
  const child = spawn(process.execPath, [COMMAND, 'serve', '--port', '0', ...argv], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let greeting = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    greeting += text;
    if (greeting.includes('Ctrl-C')) break;
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  const url = /listens on (\S+)/.exec(greeting)?.[1];
  const token = /token +(\S+)/.exec(greeting)?.[1];
  const fixtures = greeting.match(/^ {2}(?:fixtures| {8}) {2}\w+=\S+$/gm)?.map((line) => line.slice(12));
  if (url === undefined || token === undefined || !fixtures?.length)
    throw new Error(`could not parse the output of touchstone serve:\n${greeting}`);
  return { url, token, fixtures, stop, usage: () => usageOf(child.pid) };
}

/** How many ticks of a clock Linux counts in a second of CPU time. */
const TICKS = 100;

function usageOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const [userTicks, systemTicks] = fields.slice(11, 13).map(Number);
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { cpuMs: ((userTicks + systemTicks) * 1000) / TICKS, mb: (Number(peak) * 1024) / 1e6 };
}
