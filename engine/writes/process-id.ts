import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/** A process, distinguishable from another one with the same id if the system allows it. */
export interface ProcessId {
  readonly pid: number;
  /** The name of the machine, with the process namespace on Linux: in a container the same number is another process. */
  readonly host: string;
  /** When it started, in a form that only compares equal to itself; `null` where the system does not show it. */
  readonly started: string | null;
}

/** `unknown`: the process belongs to another machine or container, so its state cannot be determined from here. */
export type Liveness = 'alive' | 'dead' | 'unknown';

/** This process. */
export async function ownProcess(): Promise<ProcessId> {
  return { pid: process.pid, host: await hostOf(), started: (await startOf(process.pid)).started };
}

/** Whether a process runs. An id that the system has reused counts as dead if start times are available. */
export async function livenessOf({ pid, host, started }: ProcessId): Promise<Liveness> {
  if (host !== (await hostOf())) return 'unknown';
  if (!exists(pid)) return 'dead';
  const now = await startOf(pid);
  const isSame = started === null || now.started === null || now.started === started;
  return isSame && !now.isZombie ? 'alive' : 'dead';
}

async function hostOf(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => null);
  return namespace === null ? hostname() : `${hostname()} ${namespace}`;
}

/** The start of a process as Linux counts it, in ticks since the machine started, with the id of that start. */
async function startOf(pid: number): Promise<{ readonly started: string | null; readonly isZombie: boolean }> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    // The name of the program comes second, in parentheses, and may hold any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { started: `${boot.trim()} ${fields[19]}`, isZombie: fields[0] === 'Z' };
  } catch {
    // This is not Linux, or the process has just ended, which the next check shows.
    return { started: null, isZombie: false };
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process is there, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
